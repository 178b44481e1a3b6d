// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/study_snapshot.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/error.h"
#include "core/runs/run_folder.h"
#include "core/study/trial_files.h"
#include "core/study/verdict.h"

namespace orrery {

namespace {

constexpr std::size_t kMostCurves = 8;
constexpr std::size_t kCurvePoints = 400;

int jobsOf(StudyStore& store) {
    const std::string text = store.meta("jobs");
    int jobs = 1;
    std::from_chars(text.data(), text.data() + text.size(), jobs);
    return std::max(jobs, 1);
}

/// Those in training first, then by their first objective, the best first.
std::vector<const StudyCell*> cellsWithCurves(const StudyTable& table) {
    std::vector<const StudyCell*> cells;
    for (const StudyCell& cell : table.cells)
        if (!cell.samples.empty() || cell.running > 0) cells.push_back(&cell);
    const double sign = table.study.objectives[0].better == "higher" ? -1 : 1;
    std::ranges::stable_sort(cells, {}, [&](const StudyCell* cell) {
        const double mean = sign * cell->spread(0).mean;
        return cell->running > 0     ? -std::numeric_limits<double>::infinity()
               : std::isfinite(mean) ? mean
                                     : std::numeric_limits<double>::infinity();
    });
    return cells;
}

}  // namespace

StudySnapshot StudyReading::read(const std::filesystem::path& folder) {
    StudyStore store = StudyStore::open(folder);
    StudySnapshot snapshot;
    snapshot.folder = folder;
    snapshot.file = store.meta("file");
    snapshot.jobs = jobsOf(store);
    snapshot.trials = store.trials();
    snapshot.table =
        tabulate(store.study(), store.meta("scale"), store.meta("version"), snapshot.trials);
    snapshot.verdict = verdictLine(judgeStudy(snapshot.table));
    addCurves(snapshot);
    return snapshot;
}

StudySnapshot StudyReading::plan(const std::filesystem::path& file, const std::string& scale,
                                 const std::filesystem::path& folder) {
    const Study study = loadStudy(file);
    StudySnapshot snapshot;
    snapshot.folder = folder;
    snapshot.file = file;
    snapshot.planned = true;
    const Study scaled = atScale(study, scale);
    if (study.search != "tpe")  // whose trials are made one after the other
        for (const Trial& trial : planTrials(study, scale)) {
            TrialRecord& record = snapshot.trials.emplace_back();
            record.number = trial.number;
            record.labels = trial.labels;
            record.seed = trial.seed;
        }
    snapshot.table = tabulate(scaled, scale, programVersion(), snapshot.trials);
    return snapshot;
}

std::shared_ptr<const RunCurve> StudyReading::curveOf(const StudySnapshot& snapshot,
                                                      const TrialRecord& trial) {
    const auto run = runOfTrial(snapshot.folder, snapshot.table.study, trial);
    if (run.empty()) return nullptr;
    if (const auto known = ended_.find(run); known != ended_.end()) return known->second;
    try {
        auto curve = std::make_shared<RunCurve>(readCurve(run, "train/loss", kCurvePoints));
        if (trial.state == TrialState::done) ended_[run] = curve;
        return curve;
    } catch (const Error&) {
        return nullptr;  // not yet written, or removed since
    }
}

void StudyReading::addCurves(StudySnapshot& snapshot) {
    std::map<std::vector<std::string>, std::map<std::int64_t, const TrialRecord*>> trials;
    for (const TrialRecord& trial : snapshot.trials)  // a double of a seed is no second one
        if (trial.state == TrialState::done || trial.state == TrialState::running)
            trials[trial.labels].emplace(trial.seed, &trial);
    const auto cells = cellsWithCurves(snapshot.table);
    snapshot.cells_with_curves = cells.size();
    for (std::size_t i = 0; i < std::min(cells.size(), kMostCurves); ++i) {
        std::vector<std::shared_ptr<const RunCurve>> members;
        for (const auto& [seed, trial] : trials[cells[i]->labels]) {
            auto curve = curveOf(snapshot, *trial);
            if (curve && !curve->values.empty()) members.push_back(std::move(curve));
        }
        if (members.empty()) continue;
        // A cell keeps its color whatever place it has among the best.
        const int color = static_cast<int>(cells[i] - snapshot.table.cells.data());
        snapshot.curves.push_back(
            joinCurves(QString::fromStdString(cellName(snapshot.table, *cells[i])), color,
                       std::move(members), {}));
    }
    std::ranges::sort(snapshot.curves, {}, [](const auto& curve) { return curve->color; });
}

}  // namespace orrery
