// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/thread_tuner.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <numeric>

namespace orrery {
namespace {

constexpr int kRounds = 3;
constexpr double kTurnSeconds = 0.04;  // several time slices of the system
constexpr int kTurnSteps = 8;
constexpr double kTooSlow = 1.4;     // times the fastest: tried no further
constexpr double kGain = 1.03;       // less is no reason to change
constexpr double kShift = 1.25;      // of a step's time: another machine now
constexpr std::size_t kWindow = 16;  // steps
constexpr double kWindowSeconds = 1;
constexpr double kCostShare = 0.05;  // of the time, where times shift
constexpr double kCalmShare = 0.01;  // where they do not
constexpr double kCalmSeconds = 30;

/// The mean without the slowest of four or more.
double meanOf(std::vector<double> values) {
    if (values.size() >= 4) {
        std::ranges::sort(values);
        values.pop_back();
    }
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::string milliseconds(double seconds) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), seconds < 0.1 ? "%.1f" : "%.0f", seconds * 1e3);
    return text.data();
}

}  // namespace

std::vector<ThreadPlan> threadPlans(int most) {
    std::vector<int> counts{most, most - 1};
    for (int half = most / 2; half > 1; half /= 2)
        counts.push_back(half);
    std::vector<ThreadPlan> plans;
    for (const int count : counts)
        if (count > 1 && (plans.empty() || count < plans.back().threads))
            plans.insert(plans.end(), {{count, false}, {count, true}});
    plans.push_back({1, false});
    return plans;
}

ThreadTuner::ThreadTuner(int most) {
    for (const ThreadPlan& plan : threadPlans(std::max(1, most)))
        candidates_.push_back({plan, {}});
    if (candidates_.size() > 1) startMeasuring();
}

void ThreadTuner::startMeasuring() {
    measuring_ = true;
    round_ = 0;
    current_ = 0;
    turn_seconds_ = measured_seconds_ = 0;
    turn_steps_ = measured_steps_ = 0;
    for (Candidate& candidate : candidates_)
        candidate = {candidate.plan, {}};
}

std::optional<std::string> ThreadTuner::add(double seconds) {
    if (candidates_.size() == 1) return std::nullopt;
    if (!warm_) {
        warm_ = true;
        return std::nullopt;
    }
    if (measuring_) return measure(seconds);
    watch(seconds);
    return std::nullopt;
}

std::optional<std::string> ThreadTuner::measure(double seconds) {
    Candidate& candidate = candidates_[current_];
    candidate.seconds.push_back(seconds);
    turn_seconds_ += seconds;
    measured_seconds_ += seconds;
    ++turn_steps_;
    ++measured_steps_;
    if (turn_seconds_ < kTurnSeconds && turn_steps_ < kTurnSteps) return std::nullopt;
    candidate.tried = true;
    turn_seconds_ = 0;
    turn_steps_ = 0;
    dropSlow();
    advance();
    if (round_ < kRounds) return std::nullopt;
    const std::optional<ThreadPlan> before = chosen_;
    std::string text = choose();
    if (before && *before == *chosen_) return std::nullopt;
    return text;
}

double ThreadTuner::fastest() const {
    double least = std::numeric_limits<double>::infinity();
    for (const Candidate& candidate : candidates_)
        if (!candidate.seconds.empty()) least = std::min(least, meanOf(candidate.seconds));
    return least;
}

/// What is far too slow is out, and what has fewer threads than one that is so, too: on many cores
/// one thread would take longest of all.
void ThreadTuner::dropSlow() {
    const double limit = kTooSlow * fastest();
    int slow = 0;  // the largest count of which neither way is near the fastest
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        Candidate& candidate = candidates_[i];
        if (candidate.seconds.empty()) {
            if (candidate.plan.threads < slow) candidate.out = true;
            continue;
        }
        if (meanOf(candidate.seconds) <= limit) continue;
        candidate.out = true;
        const bool both = candidate.plan.sleep && candidates_[i - 1].out;
        const bool fewer = candidate.plan.threads < candidates_.front().plan.threads;
        if (both && fewer) slow = std::max(slow, candidate.plan.threads);
    }
}

void ThreadTuner::advance() {
    const auto waits = [](const Candidate& candidate) {
        return !candidate.out && !candidate.tried;
    };
    auto next = std::ranges::find_if(candidates_, waits);
    while (next == candidates_.end() && ++round_ < kRounds) {
        for (Candidate& candidate : candidates_)
            candidate.tried = false;
        next = std::ranges::find_if(candidates_, waits);
    }
    if (next != candidates_.end()) current_ = static_cast<std::size_t>(next - candidates_.begin());
}

std::string ThreadTuner::choose() {
    const double least = fastest();
    std::size_t best = 0;
    const auto meanAt = [&](std::size_t i) {
        return candidates_[i].seconds.empty() ? std::numeric_limits<double>::infinity()
                                              : meanOf(candidates_[i].seconds);
    };
    for (std::size_t i = 0; i < candidates_.size(); ++i)
        if (meanAt(i) == least) best = i;
    for (std::size_t i = 0; i < candidates_.size(); ++i)
        if (chosen_ && candidates_[i].plan == *chosen_ && meanAt(i) <= kGain * least) best = i;
    current_ = best;
    chosen_ = candidates_[best].plan;
    measuring_ = false;
    cost_ = measured_seconds_ - measured_steps_ * meanAt(best);
    since_ = 0;
    usual_ = 0;
    window_.clear();
    return summary();
}

/// "2 threads, waiting asleep: 15.1 ms a step (2 spinning 20.3, 1 16.0)."
std::string ThreadTuner::summary() const {
    const auto name = [](const ThreadPlan& plan) {
        return std::to_string(plan.threads) + (plan.threads == 1 ? ""
                                               : plan.sleep      ? " sleeping"
                                                                 : " spinning");
    };
    std::string others;
    for (const Candidate& candidate : candidates_)
        if (!(candidate.plan == *chosen_) && !candidate.seconds.empty())
            others += (others.empty() ? "" : ", ") + name(candidate.plan) + " " +
                      milliseconds(meanOf(candidate.seconds));
    return "Threads: " + name(*chosen_) + ", " +
           milliseconds(meanOf(candidates_[current_].seconds)) + " ms a step (" + others + ").";
}

void ThreadTuner::watch(double seconds) {
    since_ += seconds;
    window_.push_back(seconds);
    const double sum = std::accumulate(window_.begin(), window_.end(), 0.0);
    if (since_ > std::max(kCalmSeconds, cost_ / kCalmShare)) return startMeasuring();
    if (window_.size() < kWindow && (sum < kWindowSeconds || window_.size() < 4)) return;
    const double now = meanOf(window_);
    window_.clear();
    if (usual_ == 0) usual_ = now;
    const bool shifted = now > kShift * usual_ || now * kShift < usual_;
    if (!shifted) return;
    if (since_ > cost_ / kCostShare) startMeasuring();
}

}  // namespace orrery
