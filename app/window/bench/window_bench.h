// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace orrery {

class MainWindow;

/// Measures the views on made-up runs and the window on a training of the demo, and prints a line
/// for each figure: what, how much, and the aim; `done` comes after the last. GUI thread; needs a
/// display, takes a minute.
void runBench(MainWindow* window, const std::function<void()>& done);

}  // namespace orrery
