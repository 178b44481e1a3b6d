// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

namespace orrery {

/// The Git commit that this program was built from, "3f09123ab4cd", with "+" behind it where files
/// differed from it; empty where it was not built from a Git tree. The build leaves it in a file
/// beside the program: in the program itself, each commit would link everything anew. Any thread.
std::string programCommit();

}  // namespace orrery
