// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>

namespace orrery {

/// Text from files as a terminal may have it: control characters (those that make up a terminal's
/// commands among them), marks that turn the direction of writing, and bytes that are not UTF-8 are
/// shown as U+FFFD. Line breaks and tabs stay.
std::string printable(std::string_view text);
/// The same in one line: line breaks and tabs are spaces.
std::string printableLine(std::string_view text);

}  // namespace orrery
