// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace orrery {

/// Idle threads of GNU OpenMP spin for many milliseconds, which beside a window or another process
/// costs most of the speed; threads that sleep at once are a fifth slower alone, for a step meets a
/// hundred barriers. So they spin about as long as it takes to fall asleep and wake. Their library
/// reads OMP_WAIT_POLICY and GOMP_SPINCOUNT when it is loaded: a program that links this sets them
/// before, in the places of variables that nothing reads by then and that are put back. Where there
/// are none of those, this function, called first in main(), sets them and starts the program anew,
/// once, which loads everything a second time. Nothing happens when the user has set either.
void makeOpenMpPassive(char** arguments);

}  // namespace orrery
