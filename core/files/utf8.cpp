// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/utf8.h"

#include <cstdint>
#include <cstring>

namespace orrery {
namespace {

bool continues(unsigned char byte) {
    return (byte & 0xC0) == 0x80;
}

/// 1..4, or 0 for a byte that starts no character. 0xC0, 0xC1 and 0xF5.. start only forbidden
/// forms.
std::size_t sequenceLength(unsigned char first) {
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return 2;
    if (first >= 0xE0 && first <= 0xEF) return 3;
    if (first >= 0xF0 && first <= 0xF4) return 4;
    return 0;
}

}  // namespace

CodePoint decodeUtf8(std::string_view text) {
    if (text.empty()) return {};
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const std::size_t length = sequenceLength(byte(0));
    if (length == 0 || length > text.size()) return {};
    if (length == 1) return {byte(0), 1};
    char32_t value = byte(0) & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if (!continues(byte(i))) return {};
        value = value << 6 | (byte(i) & 0x3Fu);
    }
    const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (overlong || surrogate || value > 0x10FFFF) return {};
    return {value, length};
}

std::size_t validUtf8Prefix(std::string_view text) {
    std::size_t position = 0;
    while (position < text.size()) {
        // Eight ASCII bytes at a time: most text is nothing else.
        std::uint64_t word = 0;
        if (text.size() - position >= sizeof word) {
            std::memcpy(&word, text.data() + position, sizeof word);
            if ((word & 0x8080808080808080ULL) == 0) {
                position += sizeof word;
                continue;
            }
        }
        const std::size_t bytes = decodeUtf8(text.substr(position)).bytes;
        if (bytes == 0) return position;
        position += bytes;
    }
    return position;
}

std::size_t characterStart(std::string_view text, std::size_t position) {
    if (position >= text.size()) return text.size();
    while (position > 0 && continues(static_cast<unsigned char>(text[position])))
        --position;
    return position;
}

}  // namespace orrery
