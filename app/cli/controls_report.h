// SPDX-License-Identifier: GPL-3.0-or-later
// What the runs of orrery-cli controls add up to.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/analysis/seed_noise.h"

namespace orrery::cli {

/// One control over the seeds; values in the order of the seeds, runs that failed are left out of
/// all of them.
struct ControlResult {
    std::string name;
    std::string meaning;
    std::vector<std::filesystem::path> runs;
    std::vector<std::int64_t> seeds;  // that finished
    std::vector<double> loss;         // nats, over real tokens
    std::vector<double> bits_per_byte;
};

struct ControlsReport {
    std::string name;                     // of the configuration
    std::vector<ControlResult> controls;  // the configuration itself first
};

/// How differences are judged, in one sentence.
std::string noiseRule(const ControlsReport& report);
/// One sentence for each control but the first.
std::vector<std::string> verdicts(const ControlsReport& report);
/// Difference of a control's loss to the configuration itself, over the seeds that both finished.
SeedDifference lossDifference(const ControlsReport& report, const ControlResult& control);

std::string controlsText(const ControlsReport& report);
std::string controlsJson(const ControlsReport& report);
std::string controlsCsv(const ControlsReport& report);

}  // namespace orrery::cli
