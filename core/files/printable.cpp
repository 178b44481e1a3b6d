// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/printable.h"

#include <algorithm>

#include "core/files/utf8.h"

namespace orrery {
namespace {

constexpr const char* kReplacementMark = "\xEF\xBF\xBD";  // U+FFFD

bool isControl(char32_t c) {
    const bool kept = c == U'\n' || c == U'\t';
    return (c < 0x20 && !kept) || (c >= 0x7F && c <= 0x9F);
}

bool turnsDirection(char32_t c) {
    return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

}  // namespace

std::string printable(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const CodePoint first = decodeUtf8(text);
        const std::size_t bytes = std::max<std::size_t>(first.bytes, 1);
        if (first.bytes == 0 || isControl(first.value) || turnsDirection(first.value))
            result += kReplacementMark;
        else
            result += text.substr(0, bytes);
        text.remove_prefix(bytes);
    }
    return result;
}

std::string printableLine(std::string_view text) {
    std::string line = printable(text);
    std::ranges::replace_if(
        line, [](char c) { return c == '\n' || c == '\t'; }, ' ');
    return line;
}

}  // namespace orrery
