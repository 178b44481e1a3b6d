// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/log_file.h"

#include <fcntl.h>
#include <unistd.h>

#include "core/events/event_text.h"
#include "core/files/printable.h"
#include "core/files/time_text.h"

namespace orrery {

LogFile::LogFile(const std::filesystem::path& file)
    : file_(RegularFile::open(file, O_WRONLY | O_CREAT | O_APPEND)) {}

void LogFile::publish(const Event& event) {
    const auto message = logLine(event);
    if (!message) return;
    const std::string line = isoTime() + " step " + std::to_string(message->step) + " " +
                             std::string(severityName(message->severity)) + " " + message->kind +
                             ": " + printable(message->text) + "\n";
    std::lock_guard lock(mutex_);
    [[maybe_unused]] const auto written = ::write(file_.descriptor(), line.data(), line.size());
}

}  // namespace orrery
