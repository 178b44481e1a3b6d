// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <pthread.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace orrery {

/// How many threads a program may use: OMP_NUM_THREADS where it is a number above 0 (as a study
/// sets it for its trials, and Slurm's script for a task), else the cores that it may run on. Any
/// thread.
inline int availableThreads() {
    if (const char* set = std::getenv("OMP_NUM_THREADS")) {
        const std::string_view text(set);
        int count = 0;
        std::from_chars(text.data(), text.data() + text.size(), count);
        if (count > 0) return count;
    }
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

/// The same for each of so many processes that share them.
inline int sharedThreads(int processes) {
    return std::max(1, availableThreads() / processes);
}

/// Of a Session's thread, and of the threads that share its work.
inline constexpr const char* kTrainingThread = "training";

/// Names the calling thread, and those that it starts later, for whoever looks at processes.
/// `name`: at most 15 bytes.
inline void nameThread(const char* name) {
    pthread_setname_np(pthread_self(), name);
}

}  // namespace orrery
