// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <string_view>

namespace orrery {

/// Length in bytes of the longest prefix that is UTF-8 (no overlong forms, no surrogates, at most
/// U+10FFFF); text.size() when all of it is.
std::size_t validUtf8Prefix(std::string_view text);

struct CodePoint {
    char32_t value = 0;
    std::size_t bytes = 0;  // 1..4; 0 when the text does not start with valid UTF-8
};
/// The first character of a text.
CodePoint decodeUtf8(std::string_view text);

/// The largest position <= `position` at which a character of valid UTF-8 begins (or the text
/// ends).
std::size_t characterStart(std::string_view text, std::size_t position);

}  // namespace orrery
