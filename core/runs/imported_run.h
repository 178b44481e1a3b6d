// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of kind `imported`: keys of another program's model (core/exchange/model_import.h).
#pragma once
#include <filesystem>
#include <system_error>

namespace orrery {

/// What tells such a run, beside meta of its run.db: where it comes from, as JSON.
inline constexpr const char* kImportedRunFile = "imported.json";

/// Any thread; never throws.
inline bool isImportedRun(const std::filesystem::path& run_folder) {
    std::error_code none;
    return std::filesystem::exists(run_folder / kImportedRunFile, none);
}

}  // namespace orrery
