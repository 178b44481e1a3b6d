// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <functional>
#include <string>

#include "core/config/config.h"
#include "core/runs/run_folder.h"
#include "core/train/reporter.h"

namespace orrery {

/// Where a run is stored, as who holds its lock and its database says.
struct RunStorage {
    /// Where the run's folder is now. Throws Error when it is not there any more.
    std::function<std::filesystem::path()> locate;
    /// Returns when all events published so far are on the disk; throws Error when they can't be.
    std::function<void()> keep;
    /// The same, but throws Error also when they can't be in the run's database.
    std::function<void()> store;
};

/// The files that a run can't be opened without.
struct RequiredFiles {
    Config config;  // as the run began with it
    RunRecord record;
    std::string tokenizer;  // bytes of its model file
};

/// The folder of a run that trains: it may be renamed meanwhile, and files of it removed. One
/// thread.
class RunFiles {
public:
    /// The reporter outlives it.
    RunFiles(RunFolder folder, RunStorage storage, RequiredFiles required, Reporter& reporter);

    /// As it was named when follow() looked last.
    const RunFolder& folder() const { return folder_; }
    /// Where the folder goes by another name, it is still the run's; says so. Nothing where it is
    /// gone: the next save says that.
    void follow();
    /// Follows the folder and writes required files anew where somebody removed them; says so.
    /// Throws Error.
    void restoreRequired();
    /// Throws Error when the folder is gone.
    void requireFolder() const { storage_.locate(); }
    /// As RunStorage::keep.
    void keep() const { storage_.keep(); }
    /// At the run's end: all that a reader needs is there, the whole history in the database.
    /// Throws Error where it can't be.
    void completeStorage();

private:
    RunFolder folder_;
    RunStorage storage_;
    RequiredFiles required_;
    Reporter& reporter_;
};

}  // namespace orrery
