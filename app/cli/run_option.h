// SPDX-License-Identifier: GPL-3.0-or-later
// RUN and --step, as the commands take them that load a checkpoint.
#pragma once
#include <CLI/CLI.hpp>
#include <cstdio>
#include <optional>
#include <string>

#include "core/train/loaded_run.h"

namespace orrery::cli {

struct RunOption {
    std::string folder;
    std::int64_t step = -1;  // negative = the newest
};

inline void addRunOption(CLI::App& command, RunOption& option) {
    command.add_option("RUN", option.folder, "Run folder")->required();
    command
        .add_option("--step", option.step,
                    "Step of the checkpoint (default: the latest complete one)")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000'000'000}));
}

/// Says on the standard error why an older checkpoint is used.
inline LoadedRun openRun(const RunOption& option) {
    LoadedRun run =
        LoadedRun::open(option.folder, option.step < 0 ? std::nullopt : std::optional(option.step));
    if (!run.standIn().empty()) std::fprintf(stderr, "%s\n", run.standIn().c_str());
    return run;
}

/// Says on the standard error what a text beyond the trained length means for this model.
inline void tellLength(const LoadedRun& run, std::int64_t length) {
    const std::string warning = lengthWarning(run.config(), length);
    if (!warning.empty()) std::fprintf(stderr, "%s\n", warning.c_str());
}

/// For commands whose standard output is a text or a list of files.
inline void tellStep(std::int64_t step) {
    std::fprintf(stderr, "Weights of step %lld.\n", static_cast<long long>(step));
}

}  // namespace orrery::cli
