// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/busy_processes.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "core/error.h"

namespace orrery {
namespace {

[[noreturn]] void computeForever(pid_t parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(0);  // it ended before
    ::raise(SIGSTOP);
    volatile unsigned long turns = 0;
    while (true)
        turns = turns + 1;
}

}  // namespace

BusyProcesses::BusyProcesses(int count) {
    const pid_t parent = ::getpid();
    for (int i = 0; i < count; ++i) {
        const pid_t process = ::fork();
        if (process < 0) {
            signal(SIGKILL);
            throw Error(std::string("A busy process can't be started: ") + std::strerror(errno) +
                        ".");
        }
        if (process == 0) computeForever(parent);
        processes_.push_back(process);
        int status = 0;
        ::waitpid(process, &status, WUNTRACED);  // until it has stopped
    }
}

BusyProcesses::~BusyProcesses() {
    signal(SIGKILL);
    for (const pid_t process : processes_)
        ::waitpid(process, nullptr, 0);
}

void BusyProcesses::pause() {
    signal(SIGSTOP);
}
void BusyProcesses::resume() {
    signal(SIGCONT);
}

void BusyProcesses::signal(int number) const {
    for (const pid_t process : processes_)
        ::kill(process, number);
}

}  // namespace orrery
