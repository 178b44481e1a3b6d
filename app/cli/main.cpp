// SPDX-License-Identifier: GPL-3.0-or-later
// orrery-cli: the core on the command line, without a window.
#include <csignal>
#include <string_view>

#include "app/cli/program.h"
#include "app/common/passive_openmp.h"

namespace {

/// Starting anew costs as much as loading torch again: only for commands that compute for longer
/// than that.
bool computes(int count, char** arguments) {
    const std::string_view command = count > 1 ? arguments[1] : "";
    for (const char* name : {"train", "resume", "eval", "generate", "trace", "replay", "project",
                             "analyse", "bench", "controls", "probe"})
        if (command == name) return true;
    return false;
}

}  // namespace

int main(int count, char** arguments) {
    if (computes(count, arguments)) orrery::restartWithPassiveOpenMp(arguments);
    // A closed pipe is noticed where the output is written.
    std::signal(SIGPIPE, SIG_IGN);
    return orrery::cli::runProgram(count, arguments);
}
