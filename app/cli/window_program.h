// SPDX-License-Identifier: GPL-3.0-or-later
// The window's program, for what only its views can draw.
#pragma once
#include <string>
#include <vector>

namespace orrery::cli {

struct WindowAnswer {
    int exit_code = 0;
    std::string errors;  // what it wrote to the standard error, which got it as it came
};

/// Whether there is one to run.
bool hasWindowProgram();

/// Runs the `orrery` that lies beside this program, or else that of $PATH, without a display, to
/// its end. It ends when this program does. Throws Error when there is none. One thread.
WindowAnswer runWindowProgram(std::vector<std::string> arguments);

}  // namespace orrery::cli
