// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <unistd.h>

#include <csignal>
#include <cstring>

#include "app/cli/exit_code.h"

namespace orrery::cli {
namespace {

constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};

// A signal handler can reach nothing else.
volatile std::sig_atomic_t received = 0;
volatile std::sig_atomic_t limit = 0;  // 0: nobody counts
volatile std::sig_atomic_t as_json = 0;

void say(int descriptor, const char* text) {
    [[maybe_unused]] const auto written = ::write(descriptor, text, std::strlen(text));
}

void receive(int) {
    received = received + 1;
    if (received < limit) return;
    say(STDERR_FILENO, "\nStopped by the user.\n");
    if (as_json != 0) say(STDOUT_FILENO, "{\"error\":\"Stopped by the user.\"}\n");
    _exit(static_cast<int>(ExitCode::stopped));
}

}  // namespace

Interrupt::Interrupt(int last) : limit_before_(limit) {
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
    received = 0;
    limit = limit_before_;
    if (limit > 0) return;
    for (const int signal : signals) {
        struct sigaction now {};
        sigaction(signal, nullptr, &now);
        if (now.sa_handler == receive) std::signal(signal, SIG_DFL);
    }
}

void Interrupt::tellAsJson(bool json) {
    as_json = json ? 1 : 0;
}

int Interrupt::count() const {
    return received;
}

}  // namespace orrery::cli
