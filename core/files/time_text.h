// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ctime>
#include <string>

namespace orrery {

/// Local time in a format of strftime.
inline std::string formatTime(const char* format) {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::localtime_r(&now, &parts);
    char buffer[64];
    return {buffer, std::strftime(buffer, sizeof buffer, format, &parts)};
}

/// "2026-11-27T14:05:09+0100"
inline std::string isoTime() {
    return formatTime("%Y-%m-%dT%H:%M:%S%z");
}

}  // namespace orrery
