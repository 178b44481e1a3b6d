// SPDX-License-Identifier: GPL-3.0-or-later
// RUN and --step, as the commands take them that load a checkpoint.
#pragma once
#include <CLI/CLI.hpp>
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
    command.add_option("--step", option.step, "Use the latest checkpoint at or before this step")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000'000'000}));
}

inline LoadedRun openRun(const RunOption& option) {
    return LoadedRun::open(option.folder,
                           option.step < 0 ? std::nullopt : std::optional(option.step));
}

}  // namespace orrery::cli
