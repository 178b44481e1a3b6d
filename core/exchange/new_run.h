// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <memory>

#include "core/config/config.h"
#include "core/runs/database/run_database.h"
#include "core/runs/run_folder.h"

namespace orrery {

/// A run's folder that is made of something else than training: whole when finish() returns, and
/// gone when it never does. One thread.
class NewRun {
public:
    /// Throws Error: the folder can't be made or written.
    NewRun(const std::filesystem::path& runs_folder, const Config& config, RunRecord record);
    ~NewRun();
    NewRun(const NewRun&) = delete;
    NewRun& operator=(const NewRun&) = delete;

    const RunFolder& folder() const { return folder_; }
    RunDatabase& database() { return *database_; }
    /// Waits until what was published so far is stored. Throws Error.
    void store();
    /// The last progress; then all is on the disk. Throws Error.
    void finish(const Progress& progress);

private:
    RunFolder folder_;
    std::unique_ptr<RunLock> lock_;
    std::unique_ptr<RunDatabase> database_;
    bool whole_ = false;
};

}  // namespace orrery
