// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks that this process starts beside itself, without a launcher: train.processes.
#pragma once
#include <sys/types.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/ranks/rank_place.h"
#include "core/ranks/sockets.h"

namespace orrery {

/// This process is rank 0, and the others run a program that finds its place in the environment, as
/// torchrun gives it. They listen on 127.0.0.1 alone, hear no Ctrl-C of the terminal, and end with
/// this process, whatever happens. One thread at a time.
class LocalRanks {
public:
    /// Starts size - 1 processes of `command`, the program's path first. Throws Error when it can't
    /// be started.
    LocalRanks(int size, const std::vector<std::string>& command, std::chrono::seconds limit);
    /// Those that are still there in a few seconds are killed.
    ~LocalRanks();
    LocalRanks(const LocalRanks&) = delete;
    LocalRanks& operator=(const LocalRanks&) = delete;

    /// Of this process.
    RankPlace place();
    const std::vector<pid_t>& processes() const { return processes_; }

private:
    void start(const std::vector<std::string>& command);

    ListeningSocket socket_;
    int size_;
    std::chrono::seconds limit_;
    std::vector<pid_t> processes_;
    std::jthread keeper_;  // their parent: the kernel ends them with the thread that forked them
};

/// The program `name` beside this one, or on the PATH. Throws Error.
std::string siblingProgram(const std::string& name);

}  // namespace orrery
