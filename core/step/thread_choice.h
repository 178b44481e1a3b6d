// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the threads of a run's steps (train.threads: 0), where their number changes no result.
#pragma once
#include <optional>
#include <string>

#include "core/config/config.h"
#include "core/devices/thread_plan.h"
#include "core/step/thread_tuner.h"

namespace orrery {

/// Why the number of threads may change the last digits of a run on the CPU ("model.norm is pre:
/// ..."); empty where a step is the same bit for bit at any number.
std::string threadObstacle(const Config& config);

/// To be used by the thread that makes the steps.
class ThreadChoice {
public:
    /// `most` threads, which the caller has set (prepareThread). They stay as they are where they
    /// are `fixed` (on a GPU, with several processes), with train.threads above 0, and where
    /// threadObstacle says so.
    ThreadChoice(const Config& config, bool fixed, int most);

    /// Before a step: the threads that it is made with.
    void apply();
    /// After it. What the log is told, if anything.
    std::optional<std::string> add(double seconds);
    /// Threads as the caller set them, until apply().
    void release();

    bool settled() const { return !tuner_ || tuner_->settled(); }
    ThreadPlan plan() const { return tuner_ ? tuner_->plan() : ThreadPlan{most_, false}; }
    /// For the log: why they stay as they are; empty when they are chosen.
    const std::string& obstacle() const { return obstacle_; }

private:
    int most_;
    std::string obstacle_;
    std::optional<ThreadTuner> tuner_;
    ThreadUse use_;
};

}  // namespace orrery
