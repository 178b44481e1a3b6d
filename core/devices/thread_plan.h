// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <thread>

namespace orrery {

/// How parallel regions run.
struct ThreadPlan {
    int threads = 1;
    /// Threads that wait for the next region sleep at once, in place of a brief spin.
    bool sleep = false;
    friend bool operator==(const ThreadPlan&, const ThreadPlan&) = default;
};

/// Puts plans into practice for the thread that calls use(). How long GNU OpenMP's threads spin is
/// read once, when it is loaded (GOMP_SPINCOUNT; app/common/passive_openmp.h), but they do not spin
/// while it has more threads than the machine has processors: a plan that sleeps keeps a second
/// team of them, which does nothing. Another OpenMP shows no difference.
class ThreadUse {
public:
    ThreadUse() = default;
    ~ThreadUse();
    ThreadUse(const ThreadUse&) = delete;
    ThreadUse& operator=(const ThreadUse&) = delete;
    void use(const ThreadPlan& plan);

private:
    ThreadPlan plan_{0, false};
    std::jthread idle_;  // owns the second team
};

}  // namespace orrery
