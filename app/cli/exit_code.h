// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace orrery::cli {

/// What the program says to the shell.
enum class ExitCode { success = 0, failure = 1, usage = 2, stopped = 3 };

}  // namespace orrery::cli
