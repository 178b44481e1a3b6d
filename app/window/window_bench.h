// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace orrery {

/// Measures the views on made-up runs and prints a line for each figure: what, how much, and the
/// aim. GUI thread; needs a display, takes half a minute.
void runBench();

}  // namespace orrery
