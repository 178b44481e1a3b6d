// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/devices/device.h"
#include "core/events/events.h"
#include "core/train/stopwatch.h"

namespace orrery {

/// Where the training thread says what happens: adds step, time and memory to what it publishes.
/// One thread.
class Reporter {
public:
    /// state_changed is told each new state before it is published; while stopping() is true, a run
    /// that is not at its end shows as stopping.
    Reporter(EventSink& sink, std::function<void(RunState)> state_changed,
             std::function<bool()> stopping)
        : sink_(sink), state_changed_(std::move(state_changed)), stopping_(std::move(stopping)) {}

    Stopwatch clock;
    std::string device = "cpu";  // whose memory is told; set once it is chosen
    Progress progress;           // step, losses and rates are kept here by the trainer

    void publish(const Event& event) { sink_.publish(event); }
    void message(const std::string& kind, const std::string& text,
                 Severity severity = Severity::info);
    void scalars(std::vector<std::pair<std::string, double>> values);
    void state(RunState state);
    /// A phase ("Evaluating") and how much of it is done; negative when unknown.
    void phase(const std::string& phase, double fraction = -1);
    void publishProgress();

private:
    void refreshMemory();

    EventSink& sink_;
    std::function<void(RunState)> state_changed_;
    std::function<bool()> stopping_;
    Stopwatch::Clock::time_point memory_read_{};
};

}  // namespace orrery
