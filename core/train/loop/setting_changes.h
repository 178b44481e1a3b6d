// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of live fields on their way into a run that trains: asked for by its own program, left in
// its mailbox by another one, or recorded by a process of the run that was killed.
#pragma once
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "core/config/config.h"
#include "core/events/events.h"
#include "core/runs/mailbox.h"
#include "core/train/reporter.h"

namespace orrery {

/// One thread.
class SettingChanges {
public:
    /// Changes `config`; the step is the reporter's. `recorded`: of earlier processes of the run,
    /// oldest first. Config and reporter outlive it.
    SettingChanges(Config& config, std::vector<SettingChanged> recorded, const RunFolder& folder,
                   Reporter& reporter);

    /// Makes the recorded changes up to the reporter's step again: a run that was killed goes on as
    /// if it had not been. Throws Error for one that is no longer allowed.
    void replay();
    /// Changes one field and publishes that, or says why not. A recorded change of the same field
    /// that is still to come is dropped. Returns the fault, or empty.
    std::string set(const std::string& key, const std::string& value, SettingOrigin origin);
    /// Makes the changes that other processes left in the run's folder (orrery-cli set). A request
    /// is answered when `keep` returned, which puts its events on the disk: a run that is killed
    /// in between makes the change again. What `keep` throws as Error is told.
    void readMailbox(const RunFolder& folder, const std::function<void()>& keep);

private:
    Config& config_;
    std::deque<SettingChanged> recorded_;  // at steps that are not reached yet
    RunFolder folder_;                     // where the mailbox is
    Mailbox mailbox_;
    Reporter& reporter_;
};

}  // namespace orrery
