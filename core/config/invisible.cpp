// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/invisible.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <iterator>

#include "core/files/utf8.h"

namespace orrery {
namespace {

struct Range {
    char32_t first, last;
    const char* name;
    bool space = false;  // it looks like one
};

constexpr Range kInvisible[] = {
    {0x80, 0x84, "control character"},
    {0x85, 0x85, "next line"},
    {0x86, 0x9F, "control character"},
    {0xA0, 0xA0, "no-break space", true},
    {0xAD, 0xAD, "soft hyphen"},
    {0x034F, 0x034F, "combining grapheme joiner"},
    {0x061C, 0x061C, "mark of direction"},
    {0x115F, 0x1160, "Hangul filler", true},
    {0x1680, 0x1680, "Ogham space", true},
    {0x17B4, 0x17B5, "Khmer vowel that is not shown"},
    {0x180B, 0x180F, "Mongolian selector"},
    {0x2000, 0x200A, "space of another width", true},
    {0x200B, 0x200B, "zero width space"},
    {0x200C, 0x200D, "zero width joiner"},
    {0x200E, 0x200F, "mark of direction"},
    {0x2028, 0x2028, "line separator"},
    {0x2029, 0x2029, "paragraph separator"},
    {0x202A, 0x202E, "mark of direction"},
    {0x202F, 0x202F, "narrow no-break space", true},
    {0x205F, 0x205F, "mathematical space", true},
    {0x2060, 0x2064, "invisible operator"},
    {0x2065, 0x206F, "mark of direction"},
    {0x2800, 0x2800, "empty Braille pattern", true},
    {0x3000, 0x3000, "ideographic space", true},
    {0x3164, 0x3164, "Hangul filler", true},
    {0xFE00, 0xFE0F, "variation selector"},
    {0xFEFF, 0xFEFF, "byte order mark"},
    {0xFFA0, 0xFFA0, "Hangul filler", true},
    {0xFFF9, 0xFFFB, "mark of annotation"},
    {0x1D173, 0x1D17A, "musical mark"},
    {0xE0000, 0xE0FFF, "tag character"},
};

const Range* rangeOf(char32_t value) {
    const Range* found = std::ranges::lower_bound(kInvisible, value, {}, &Range::last);
    return found != std::end(kInvisible) && found->first <= value ? found : nullptr;
}

/// What belongs to the character before it, where that is one of a script or an emoji.
bool joins(char32_t value) {
    return value == 0x200C || value == 0x200D || (value >= 0xFE00 && value <= 0xFE0F);
}

std::string number(char32_t value, const char* form) {
    char text[16];
    std::snprintf(text, sizeof text, form, static_cast<unsigned>(value));
    return text;
}

std::string encodeUtf8(char32_t value) {
    const auto tail = [&](int shift) { return static_cast<char>(0x80 | (value >> shift & 0x3F)); };
    if (value < 0x80) return {static_cast<char>(value)};
    if (value < 0x800) return {static_cast<char>(0xC0 | value >> 6), tail(0)};
    if (value < 0x10000) return {static_cast<char>(0xE0 | value >> 12), tail(6), tail(0)};
    return {static_cast<char>(0xF0 | value >> 18), tail(12), tail(6), tail(0)};
}

std::string escapeOf(char32_t value) {
    return number(value, value > 0xFFFF ? "\\U%08X" : "\\u%04X");
}

}  // namespace

std::optional<InvisibleCharacter> firstInvisible(std::string_view text, std::size_t from) {
    char32_t before = 0;
    while (from < text.size()) {
        const CodePoint point = decodeUtf8(text.substr(from));
        const std::size_t bytes = std::max<std::size_t>(1, point.bytes);
        const bool part = joins(point.value) && before > 0x7F;
        if (point.value > 0x7F && !part && rangeOf(point.value))
            return InvisibleCharacter{from, bytes, point.value};
        if (!part) before = point.value;
        from += bytes;
    }
    return std::nullopt;
}

std::string invisibleText(const InvisibleCharacter& found) {
    const Range* range = rangeOf(found.value);
    const bool space = range && range->space;
    return number(found.value, "U+%04X") + " (" + (range ? range->name : "unknown") +
           ") stands here" +
           (space ? " and looks like a space; replace it by one"
                  : " and can't be seen; remove it") +
           ", or write " + escapeOf(found.value) + " in double quotes where a text needs it";
}

std::string escapedText(std::string_view text) {
    std::string result;
    std::size_t at = 0;
    while (at < text.size()) {
        const auto found = firstInvisible(text, at);
        const std::size_t end = found ? found->begin : text.size();
        for (const char c : text.substr(at, end - at))
            result += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
        if (found) result += escapeOf(found->value);
        at = found ? found->begin + found->bytes : end;
    }
    return result;
}

std::optional<std::string> unescapedText(std::string_view quoted) {
    if (quoted.size() < 2 || quoted.front() != '"' || quoted.back() != '"') return std::nullopt;
    const std::string_view inside = quoted.substr(1, quoted.size() - 2);
    std::string result;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        if (inside[i] == '"') return std::nullopt;
        if (inside[i] != '\\') {
            result += inside[i];
            continue;
        }
        if (++i == inside.size()) return std::nullopt;
        const std::size_t digits = inside[i] == 'u' ? 4 : inside[i] == 'U' ? 8 : 0;
        if (digits == 0) {
            result += inside[i];
            continue;
        }
        std::uint32_t value = 0;
        const char* from = inside.data() + i + 1;
        const char* to = from + std::min(digits, inside.size() - i - 1);
        if (std::from_chars(from, to, value, 16).ptr != from + digits) return std::nullopt;
        result += encodeUtf8(value);
        i += digits;
    }
    const bool written = firstInvisible(result) && '"' + escapedText(result) + '"' == quoted;
    return written ? std::optional(result) : std::nullopt;
}

}  // namespace orrery
