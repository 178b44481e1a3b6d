// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <unistd.h>

#include <csignal>

#include "app/cli/exit_code.h"

namespace orrery::cli {
namespace {

constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};

// A signal handler can reach nothing else.
volatile std::sig_atomic_t received = 0;
volatile std::sig_atomic_t limit = 0;

void receive(int) {
    received = received + 1;
    if (received >= limit) _exit(static_cast<int>(ExitCode::stopped));
}

}  // namespace

Interrupt::Interrupt(int last) {
    received = 0;
    limit = last;
    for (const int signal : signals) {
        struct sigaction before {};
        sigaction(signal, nullptr, &before);
        // Under nohup the user wants SIGHUP to be ignored.
        if (before.sa_handler == SIG_IGN) continue;
        struct sigaction action {};
        action.sa_handler = receive;
        action.sa_flags = SA_RESTART;
        sigaction(signal, &action, nullptr);
    }
}

Interrupt::~Interrupt() {
    for (const int signal : signals) {
        struct sigaction now {};
        sigaction(signal, nullptr, &now);
        if (now.sa_handler == receive) std::signal(signal, SIG_DFL);
    }
}

int Interrupt::count() const {
    return received;
}

}  // namespace orrery::cli
