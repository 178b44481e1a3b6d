// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <sys/types.h>

#include <vector>

namespace orrery {

/// Processes that compute all the time, as neighbors to measure beside. They end with this one.
/// Made paused.
class BusyProcesses {
public:
    /// Throws Error when the system makes none.
    explicit BusyProcesses(int count);
    ~BusyProcesses();
    BusyProcesses(const BusyProcesses&) = delete;
    BusyProcesses& operator=(const BusyProcesses&) = delete;
    void pause();
    void resume();
    const std::vector<pid_t>& processes() const { return processes_; }

private:
    void signal(int number) const;

    std::vector<pid_t> processes_;
};

}  // namespace orrery
