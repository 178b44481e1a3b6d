// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/controls_study.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/error.h"
#include "core/files/regular_file.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_index.h"

namespace orrery {
namespace {

constexpr std::uint64_t kMostControls = 100'000'000;  // bytes of controls.csv

std::filesystem::path controlsFile(const std::filesystem::path& folder) {
    return folder / "controls.csv";
}

/// "no_experts,2,3.05,1.1"
TrialRecord controlTrial(const std::string& line, std::int64_t number,
                         const std::filesystem::path& file) {
    std::istringstream fields(line);
    std::string control, seed, loss, bits;
    std::getline(fields, control, ',');
    std::getline(fields, seed, ',');
    std::getline(fields, loss, ',');
    std::getline(fields, bits);
    TrialRecord trial;
    trial.number = number;
    trial.labels = {control};
    trial.seed = static_cast<std::int64_t>(metaNumber(seed, -1));
    trial.state = TrialState::done;
    trial.attempts = 1;
    trial.objective = trial.metrics["val/loss"] = metaNumber(loss, std::nan(""));
    trial.metrics["val/bits_per_byte"] = metaNumber(bits, std::nan(""));
    if (control.empty() || trial.seed < 0 || !std::isfinite(trial.objective))
        throw Error(file.string() + ", line " + std::to_string(number + 1) +
                    ": this is no control with its seed, loss and bits per byte.");
    return trial;
}

/// Runs are called <configuration>-<control>-seed<seed>. Gives the configuration's name, or the
/// folder's where no run is left.
std::string findRuns(std::vector<TrialRecord>& trials, const std::filesystem::path& folder) {
    std::string name = folder.filename().string();
    const std::vector<RunSummary> runs = listRuns(folder);
    for (TrialRecord& trial : trials) {
        const std::string end = "-" + trial.labels[0] + "-seed" + std::to_string(trial.seed);
        const auto found = std::ranges::find_if(
            runs, [&](const RunSummary& run) { return run.name.ends_with(end); });
        if (found == runs.end()) continue;
        trial.run = std::filesystem::absolute(found->folder).string();
        name = found->name.substr(0, found->name.size() - end.size());
    }
    return name;
}

}  // namespace

bool isControls(const std::filesystem::path& folder) {
    std::error_code none;
    return isRegularFile(controlsFile(folder)) &&
           !std::filesystem::exists(folder / "study.db", none);
}

ControlsStudy readControls(const std::filesystem::path& folder) {
    const std::filesystem::path file = controlsFile(folder);
    std::istringstream text(readRegularFile(file, kMostControls));
    std::string line;
    std::getline(text, line);  // its head
    ControlsStudy controls;
    Study study;
    StudyAxis axis;
    axis.name = "control";
    study.seeds.clear();
    while (std::getline(text, line)) {
        controls.trials.push_back(
            controlTrial(line, static_cast<std::int64_t>(controls.trials.size()) + 1, file));
        const TrialRecord& trial = controls.trials.back();
        if (std::ranges::find(axis.points, trial.labels[0], &StudyPoint::label) ==
            axis.points.end())
            axis.points.push_back({trial.labels[0], {}});
        if (std::ranges::find(study.seeds, trial.seed) == study.seeds.end())
            study.seeds.push_back(trial.seed);
    }
    if (controls.trials.empty())
        throw Error(file.string() + " holds no control that has finished.");
    study.name = findRuns(controls.trials, folder) + " and its controls";
    study.axes = {axis};
    study.objectives = {{"validation loss (nats per token)", "val/loss", "lower"},
                        {"bits per byte", "val/bits_per_byte", "lower"}};
    controls.table = tabulate(study, "", programVersion(), controls.trials);
    return controls;
}

}  // namespace orrery
