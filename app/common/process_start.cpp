// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/process_start.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

namespace orrery {

void prepareProcess() {
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor)
        // The lowest free number, which is this one. Where even that fails, there is nobody to
        // tell.
        if (::fcntl(descriptor, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) < 0) return;
    ::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace orrery
