// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and tables for people. Locale-independent.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/events/events.h"

namespace orrery::cli {

/// A number with so many decimals; "-" when it is not finite.
std::string fixed(double value, int decimals);
/// 75 -> "1 min 15 s", 4000 -> "1 h 06 min"; "?" when negative.
std::string duration(double seconds);
/// "step 12/624, epoch 1, loss 3.214, 7214 tokens/s, 4 min 10 s left", or the phase before
/// training.
std::string progressText(const Progress& progress);
/// Columns padded to the widest cell; the first row is the head. A cell is one line without control
/// characters.
std::string table(std::vector<std::vector<std::string>> rows);
/// A path as a shell takes it, quoted where needed.
std::string shellQuoted(const std::string& path);

}  // namespace orrery::cli
