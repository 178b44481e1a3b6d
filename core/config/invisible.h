// SPDX-License-Identifier: GPL-3.0-or-later
// Characters that an editor doesn't show, or shows as a space. Private to core/config.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace orrery {

struct InvisibleCharacter {
    std::size_t begin = 0;  // byte offset
    std::size_t bytes = 0;
    char32_t value = 0;
};

/// The first one of valid UTF-8 at or after `from`. A joiner or a variation selector behind a
/// character beyond ASCII is part of it (emoji, Persian), and none.
std::optional<InvisibleCharacter> firstInvisible(std::string_view text, std::size_t from = 0);
/// What stands there and what to do: "U+00A0 (no-break space) stands here ..."
std::string invisibleText(const InvisibleCharacter& found);
/// As the inside of a double-quoted YAML scalar: invisible characters, quotes and backslashes as
/// escapes.
std::string escapedText(std::string_view text);
/// The text of a double-quoted scalar as escapedText writes it; nullopt for other texts, and where
/// nothing invisible stands in it.
std::optional<std::string> unescapedText(std::string_view quoted);

}  // namespace orrery
