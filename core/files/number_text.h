// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace orrery {

/// The whole text as a number, with a point whatever the locale; nullopt for other text, a leading
/// plus, and what Number cannot hold. Any thread.
template <class Number>
std::optional<Number> parseNumber(std::string_view text) {
    Number value{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end) return std::nullopt;
    return value;
}

}  // namespace orrery
