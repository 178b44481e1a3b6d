// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <chrono>

#include "app/cli/output.h"
#include "core/events/events.h"

namespace orrery::cli {

/// Prints a run's events: a progress line and messages for people, or one JSON object a line.
class EventPrinter {
public:
    EventPrinter(Output& output, bool json) : output_(output), json_(json) {}
    /// Throws OutputClosed. Key snapshots and the like are left to the database.
    void print(const Event& event);

private:
    void printText(const Message& message);
    void printText(const Progress& progress);
    void printJson(const Scalars& scalars);
    void printJson(const Message& message);
    void printJson(const SettingChanged& change);
    void printJson(const Respawned& respawned);
    void printJson(const Progress& progress);
    bool timeForProgress(const Progress& progress);

    Output& output_;
    bool json_;
    std::string phase_;
    RunState state_ = RunState::preparing;
    bool stepped_ = false;
    using Clock = std::chrono::steady_clock;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point last_{};
};

}  // namespace orrery::cli
