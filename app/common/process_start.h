// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace orrery {

/// Called first in main(). Where the standard input, output or errors are closed, /dev/null is
/// opened in their place: the next file that is opened would take their number, and what the
/// program says would be written into it. A file that reaches the user's limit of sizes (ulimit -f)
/// is an error of that write, not the end of the program.
void prepareProcess();

}  // namespace orrery
