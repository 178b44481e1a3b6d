// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/log_file.h"

#include "core/events/event_text.h"
#include "core/files/time_text.h"

namespace orrery {

LogFile::LogFile(const std::filesystem::path& file) : output_(file, std::ios::app) {}

void LogFile::publish(const Event& event) {
    const auto message = logLine(event);
    if (!message) return;
    std::lock_guard lock(mutex_);
    output_.clear();
    output_ << isoTime() << " step " << message->step << ' ' << severityName(message->severity)
            << ' ' << message->kind << ": " << message->text << std::endl;
}

}  // namespace orrery
