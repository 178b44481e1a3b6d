// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/end_signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>

namespace orrery {

namespace {

constexpr int kSignals[] = {SIGTERM, SIGINT, SIGHUP};
int pipe_ends[2] = {-1, -1};  // a handler can do no more than write

int readEnd() {
    if (pipe_ends[0] < 0 && pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0) pipe_ends[0] = -1;
    return pipe_ends[0];
}

void handle(int) {
    for (const int signal : kSignals)
        std::signal(signal, SIG_DFL);
    [[maybe_unused]] const auto written = write(pipe_ends[1], "", 1);
}

}  // namespace

EndSignals::EndSignals(QObject* parent)
    : QObject(parent), notifier_(readEnd(), QSocketNotifier::Read) {
    connect(&notifier_, &QSocketNotifier::activated, this, [this] {
        notifier_.setEnabled(false);
        Q_EMIT received();
    });
    for (const int signal : kSignals) {
        struct sigaction before {};
        sigaction(signal, nullptr, &before);
        // Under nohup SIGHUP is to be ignored.
        if (before.sa_handler != SIG_IGN) std::signal(signal, &handle);
    }
}

}  // namespace orrery
