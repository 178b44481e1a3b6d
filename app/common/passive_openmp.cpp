// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/passive_openmp.h"

#include <unistd.h>

#include <cstdlib>

namespace orrery {

void restartWithPassiveOpenMp(char** arguments) {
    if (std::getenv("OMP_WAIT_POLICY") || std::getenv("GOMP_SPINCOUNT")) return;
    setenv("OMP_WAIT_POLICY", "passive", 1);
    setenv("GOMP_SPINCOUNT", "20000", 1);
    execv("/proc/self/exe", arguments);
}

}  // namespace orrery
