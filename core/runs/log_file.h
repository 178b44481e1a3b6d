// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <fstream>
#include <mutex>

#include "core/events/events.h"

namespace orrery {

/// log.txt: one line a message, appended as it comes. A line that can't be written is lost: the
/// database, which holds all messages, reports the disk.
class LogFile : public EventSink {
public:
    explicit LogFile(const std::filesystem::path& file);
    void publish(const Event& event) override;  // any thread

private:
    std::mutex mutex_;
    std::ofstream output_;
};

}  // namespace orrery
