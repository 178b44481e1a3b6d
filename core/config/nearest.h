// SPDX-License-Identifier: GPL-3.0-or-later
// Words that were meant; any thread.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

/// Insertions, deletions, changes and swaps of neighbours that turn a into b.
std::size_t editDistance(std::string_view a, std::string_view b);
/// The candidate nearest to a mistyped word, empty when none is near (a third of its letters).
std::string nearestWord(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace orrery
