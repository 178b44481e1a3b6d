// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace orrery {

/// Idle threads of GNU OpenMP spin, which beside a window costs most of the speed. Their library
/// reads OMP_WAIT_POLICY when it is loaded, so a program sets it and starts itself anew, once. Call
/// it first in main(); does nothing when the variable is set, and returns when the program can't be
/// started anew.
void restartWithPassiveOpenMp(char** arguments);

}  // namespace orrery
