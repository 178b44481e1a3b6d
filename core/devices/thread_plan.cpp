// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/devices/thread_plan.h"

#include <ATen/Parallel.h>
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <stop_token>

#include "core/threads.h"

namespace orrery {
namespace {

/// A thread with a team of its own as large as the machine; returns when that exists.
std::jthread makeIdleTeam() {
    std::promise<void> made;
    std::future<void> done = made.get_future();
    std::jthread owner([&made](const std::stop_token& stop) {
        nameThread("idle team");
        std::atomic<int> there{0};
#pragma omp parallel num_threads(std::max(2, omp_get_num_procs()))
        ++there;
        made.set_value();
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any().wait(lock, stop, [] { return false; });
    });
    done.wait();
    return owner;
}

}  // namespace

ThreadUse::~ThreadUse() = default;

void ThreadUse::use(const ThreadPlan& plan) {
    if (plan == plan_) return;
    if (plan.threads != plan_.threads) at::set_num_threads(plan.threads);
    if (plan.sleep && !idle_.joinable()) idle_ = makeIdleTeam();
    if (!plan.sleep && idle_.joinable()) idle_ = std::jthread();
    plan_ = plan;
}

}  // namespace orrery
