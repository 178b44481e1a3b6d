// SPDX-License-Identifier: GPL-3.0-or-later
// Texts as fields of files that other programs read. Any thread.
#pragma once
#include <string>
#include <string_view>

namespace orrery {

/// A field of a CSV file (RFC 4180): quoted where it must be. Text that a spreadsheet would run as
/// a formula, for it begins with = + - @, a tab or a carriage return and is no number, gets an
/// apostrophe in front.
std::string csvField(std::string_view text);

/// A field of a tab-separated file, which has no quotes: a tab, a line end (those of Unicode too),
/// another control character and a backslash are escapes (\t, \n, \u2028).
std::string tsvField(std::string_view text);

}  // namespace orrery
