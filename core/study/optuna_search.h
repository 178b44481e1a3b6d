// SPDX-License-Identifier: GPL-3.0-or-later
// Optuna's TPE by ask and tell, in a Python process of its own (core/study/optuna_driver.py).
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "core/files/python_process.h"
#include "core/study/study_store.h"

namespace orrery {

/// One thread. Trials have Optuna's number plus one.
class OptunaSearch {
public:
    /// Goes on with the folder's optuna.db. Throws Error: no Python, no Optuna (and how it is
    /// installed), a study that can't be searched so.
    OptunaSearch(const Study& study, const std::filesystem::path& folder);

    /// How many trials it has asked for so far, in earlier processes too.
    std::int64_t known() const { return known_; }
    /// The next trial to run. Throws Error.
    Trial ask();
    /// A value on the way; true when the trial lags behind the others and may end.
    bool report(std::int64_t trial, std::int64_t step, double value);
    /// How it ended; once more changes nothing.
    void tell(const TrialRecord& trial);
    /// Of a trial that it asked for but that nobody kept.
    void abandon(std::int64_t trial);

private:
    std::string call(const std::string& request);
    void begin(const std::filesystem::path& folder);
    [[noreturn]] void fail(const std::string& what) const;

    const Study study_;
    std::filesystem::path log_;
    std::unique_ptr<PythonProcess> process_;
    std::int64_t known_ = 0;
};

}  // namespace orrery
