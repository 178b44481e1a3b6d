// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/window_program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "core/error.h"
#include "core/study/trial_process.h"

namespace orrery::cli {
namespace {

namespace fs = std::filesystem;

fs::path ownFolder() {
    std::error_code none;
    return fs::read_symlink("/proc/self/exe", none).parent_path();
}

/// Empty when there is none.
fs::path findWindowProgram() {
    const fs::path beside = ownFolder() / "orrery";
    return access(beside.c_str(), X_OK) == 0 ? beside : findProgram("orrery");
}

std::string windowProgram() {
    if (const fs::path found = findWindowProgram(); !found.empty()) return found;
    throw Error("Figures and reports are drawn by the program \"orrery\", which was not found in " +
                ownFolder().string() +
                " or on the PATH. Install it there, or make the figures on a machine that has it "
                "(no display is needed).");
}

/// What the copy of this process does; ends as `orrery`, or with 127.
[[noreturn]] void becomeWindow(const std::vector<std::string>& arguments, int errors) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    dup2(errors, STDERR_FILENO);
    setenv("QT_QPA_PLATFORM", "offscreen", 1);
    setenv("QT_LOGGING_RULES", "default.warning=false", 0);  // what that platform complains of
    signal(SIGPIPE, SIG_DFL);
    std::vector<char*> words;
    for (const std::string& argument : arguments)
        words.push_back(const_cast<char*>(argument.c_str()));  // exec's old-fashioned type
    words.push_back(nullptr);
    execv(words[0], words.data());
    std::fprintf(stderr, "%s can't be started: %s.\n", words[0], std::strerror(errno));
    _exit(127);
}

/// Passes on what comes, until the other end is closed.
std::string passOn(int end) {
    std::string all;
    char part[4096];
    for (ssize_t count; (count = read(end, part, sizeof part)) != 0;) {
        if (count < 0 && errno != EINTR) break;
        if (count < 0) continue;
        std::fwrite(part, 1, static_cast<std::size_t>(count), stderr);
        all.append(part, static_cast<std::size_t>(count));
    }
    close(end);
    return all;
}

}  // namespace

bool hasWindowProgram() {
    return !findWindowProgram().empty();
}

WindowAnswer runWindowProgram(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), windowProgram());
    int ends[2];
    const pid_t process = pipe2(ends, O_CLOEXEC) == 0 ? fork() : -1;
    if (process < 0) throw Error(arguments[0] + " can't be started: " + std::strerror(errno) + ".");
    if (process == 0) becomeWindow(arguments, ends[1]);
    close(ends[1]);
    WindowAnswer answer;
    answer.errors = passOn(ends[0]);
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    answer.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return answer;
}

}  // namespace orrery::cli
