// SPDX-License-Identifier: GPL-3.0-or-later
// orrery-cli: the core on the command line, without a window.
#include <csignal>

#include "app/cli/program.h"
#include "app/common/passive_openmp.h"
#include "app/common/process_start.h"

int main(int count, char** arguments) {
    orrery::prepareProcess();
    if (orrery::cli::computes(count > 1 ? arguments[1] : "")) orrery::makeOpenMpPassive(arguments);
    // A closed pipe is noticed where the output is written.
    std::signal(SIGPIPE, SIG_IGN);
    return orrery::cli::runProgram(count, arguments);
}
