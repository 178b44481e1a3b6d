// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string_view>

namespace orrery::cli {

/// Whether a command trains or computes for longer than starting the program anew takes (a study
/// does: its trials take over its environment).
bool computes(std::string_view command);

/// Parses the command line, runs the command and returns the exit code. Nothing is thrown.
int runProgram(int count, char** arguments);

}  // namespace orrery::cli
