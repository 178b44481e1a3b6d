// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace orrery {

/// Idle threads of GNU OpenMP spin for many milliseconds, which beside a window or another process
/// costs most of the speed; threads that sleep at once are a fifth slower alone, for a step meets a
/// hundred barriers. So they spin about as long as it takes to fall asleep and wake. Their library
/// reads OMP_WAIT_POLICY and GOMP_SPINCOUNT when it is loaded, so a program sets them and starts
/// itself anew, once. Call it first in main(); does nothing when either is set, and returns when
/// the program can't be started anew.
void restartWithPassiveOpenMp(char** arguments);

}  // namespace orrery
