// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <mutex>

#include "core/events/events.h"
#include "core/files/regular_file.h"

namespace orrery {

/// log.txt: one line a message, appended as it comes, as a terminal may have it. A line that can't
/// be written is lost: the database, which holds all messages, reports the disk.
class LogFile : public EventSink {
public:
    /// Throws Error when something else than a file is there.
    explicit LogFile(const std::filesystem::path& file);
    void publish(const Event& event) override;  // any thread

private:
    std::mutex mutex_;
    RegularFile file_;
};

}  // namespace orrery
