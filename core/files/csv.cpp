// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/csv.h"

#include <charconv>
#include <cstdio>

#include "core/files/utf8.h"

namespace orrery {
namespace {

bool isNumber(std::string_view text) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error != std::errc::invalid_argument && end == text.data() + text.size();
}

/// One such character alone is what it is, everywhere.
bool isFormula(std::string_view text) {
    constexpr std::string_view starts = "=+-@\t\r";
    return text.size() > 1 && starts.find(text[0]) != text.npos && !isNumber(text);
}

/// Empty for what stays as it is.
std::string escapeOf(char32_t value) {
    if (value == '\\') return "\\\\";
    if (value == '\t') return "\\t";
    if (value == '\n') return "\\n";
    if (value == '\r') return "\\r";
    const bool control = value < 0x20 || (value >= 0x7F && value <= 0x9F);
    if (!control && value != 0x2028 && value != 0x2029) return {};
    char text[8];
    std::snprintf(text, sizeof text, "\\u%04X", static_cast<unsigned>(value));
    return text;
}

}  // namespace

std::string csvField(std::string_view text) {
    const std::string safe = (isFormula(text) ? "'" : "") + std::string(text);
    if (safe.find_first_of(",\"\r\n") == safe.npos) return safe;
    std::string quoted = "\"";
    for (const char c : safe)
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

std::string tsvField(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const CodePoint point = decodeUtf8(text);
        const std::size_t bytes = point.bytes > 0 ? point.bytes : 1;
        const std::string escape = point.bytes > 0 ? escapeOf(point.value) : std::string();
        result += escape.empty() ? std::string(text.substr(0, bytes)) : escape;
        text.remove_prefix(bytes);
    }
    return result;
}

}  // namespace orrery
