// SPDX-License-Identifier: GPL-3.0-or-later
// How many threads make a step, and how they wait for one another: measured while a run trains
// (train.threads: 0). Numbers only; thread_plan.h puts a plan into practice.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/devices/thread_plan.h"

namespace orrery {

/// What comes into question on `most` threads: that many, one less, a half, a quarter .. 1; above
/// one both spinning and asleep. Falling counts.
std::vector<ThreadPlan> threadPlans(int most);

/// Tries each plan for a few steps, in rounds, and keeps the fastest; measures again when steps
/// take a quarter more or less time than before, and now and then besides (a neighbor that goes
/// leaves a single thread's times as they are). Measuring costs at most a twentieth of the time.
/// Plans must not change results. One thread at a time.
class ThreadTuner {
public:
    /// `most` threads, at least 1.
    explicit ThreadTuner(int most);

    /// Of the next step.
    const ThreadPlan& plan() const { return candidates_[current_].plan; }
    /// A step under plan() took that long (> 0). What the log is told where a plan was chosen that
    /// is not the one before.
    std::optional<std::string> add(double seconds);
    /// Whether plan() is a choice, not a trial.
    bool settled() const { return !measuring_; }

private:
    struct Candidate {
        ThreadPlan plan = {};
        std::vector<double> seconds;  // of its steps in this measurement
        bool tried = false;           // in this round
        bool out = false;             // of the later rounds
    };

    void startMeasuring();
    std::optional<std::string> measure(double seconds);
    void advance();
    void dropSlow();
    double fastest() const;
    std::string choose();
    void watch(double seconds);
    std::string summary() const;

    std::vector<Candidate> candidates_;
    std::size_t current_ = 0;
    std::optional<ThreadPlan> chosen_;
    bool measuring_ = false;
    bool warm_ = false;  // the first step of all is slower
    int round_ = 0;
    double turn_seconds_ = 0;  // of the candidate's turn
    int turn_steps_ = 0;
    double measured_seconds_ = 0;  // of all steps of this measurement
    int measured_steps_ = 0;
    double cost_ = 0;             // what the last measurement took beyond the fastest plan's time
    double since_ = 0;            // seconds of steps since it
    double usual_ = 0;            // seconds of a step since it; 0 = not known yet
    std::vector<double> window_;  // the newest steps
};

}  // namespace orrery
