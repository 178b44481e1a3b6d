// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace orrery::cli {

/// Parses the command line, runs the command and returns the exit code. Nothing is thrown.
int runProgram(int count, char** arguments);

}  // namespace orrery::cli
