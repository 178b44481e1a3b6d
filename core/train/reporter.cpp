// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/reporter.h"

#include <utility>

#include "core/events/event_text.h"

namespace orrery {

void Reporter::message(const std::string& kind, const std::string& text, Severity severity) {
    publish(Message{progress.step, clock.seconds(), severity, kind, text});
}

void Reporter::scalars(std::vector<std::pair<std::string, double>> values) {
    const double time = clock.seconds();
    values.emplace_back("time/wall", time);
    publish(Scalars{progress.step, time, std::move(values)});
}

void Reporter::state(RunState state) {
    progress.state = state;
    state_changed_(state);
    publishProgress();
}

void Reporter::phase(const std::string& phase, double fraction) {
    progress.phase = phase;
    progress.phase_fraction = fraction;
    publishProgress();
}

void Reporter::publishProgress() {
    refreshMemory();
    Progress shown = progress;
    if (!isFinalState(shown.state) && stopping_()) shown.state = RunState::stopping;
    publish(shown);
}

/// Reading /proc takes as long as a small step: once a second is enough.
void Reporter::refreshMemory() {
    const auto now = Stopwatch::Clock::now();
    if (progress.memory_bytes != 0 && now - memory_read_ < std::chrono::seconds(1)) return;
    memory_read_ = now;
    const DeviceMemory memory = deviceMemory(device);
    progress.device = memory.device;
    progress.memory_bytes = memory.used;
    progress.memory_total = memory.total;
}

}  // namespace orrery
