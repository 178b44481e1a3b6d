// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/study_snapshot.h"

#include <QCoreApplication>
#include <algorithm>
#include <charconv>

#include "core/error.h"
#include "core/runs/run_folder.h"
#include "core/study/controls_study.h"
#include "core/study/trial_files.h"
#include "core/study/verdict.h"

namespace orrery {

namespace {

constexpr std::size_t kCurvePoints = 400;

struct SnapshotWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::StudyView)
};

int jobsOf(StudyStore& store) {
    const std::string text = store.meta("jobs");
    int jobs = 1;
    std::from_chars(text.data(), text.data() + text.size(), jobs);
    return std::max(jobs, 1);
}

/// "active" and "frozen", as stream.csv has them.
QString keysTitle(const std::string& keys) {
    if (keys == "active") return SnapshotWords::tr("active keys");
    if (keys == "frozen") return SnapshotWords::tr("frozen keys");
    return QString::fromStdString(keys);
}

/// Of the trials with one, a curve for each kind of keys.
CompareCurves joinStreams(const std::vector<StreamLosses>& trials) {
    std::map<std::string, std::vector<std::shared_ptr<const RunCurve>>> kinds;
    for (const StreamLosses& trial : trials)
        for (const auto& [keys, losses] : trial) {
            auto curve = std::make_shared<RunCurve>();
            for (const auto& [tokens, loss] : losses) {
                curve->steps.push_back(static_cast<double>(tokens));
                curve->values.push_back(loss);
            }
            if (!losses.empty()) kinds[keys].push_back(std::move(curve));
        }
    CompareCurves curves;
    for (auto& [keys, members] : kinds)
        curves.push_back(
            joinCurves(keysTitle(keys), static_cast<int>(curves.size()), std::move(members), {}));
    return curves;
}

StudySnapshot controlsSnapshot(const std::filesystem::path& folder) {
    ControlsStudy controls = readControls(folder);
    StudySnapshot snapshot;
    snapshot.folder = folder;
    snapshot.controls = true;
    snapshot.trials = std::move(controls.trials);
    snapshot.table = std::move(controls.table);
    return snapshot;
}

}  // namespace

StudySnapshot StudyReading::read(const std::filesystem::path& folder) {
    if (isControls(folder)) {
        StudySnapshot controls = controlsSnapshot(folder);
        addCurves(controls);
        return controls;
    }
    StudyStore store = StudyStore::open(folder);
    StudySnapshot snapshot;
    snapshot.folder = folder;
    snapshot.file = store.meta("file");
    snapshot.jobs = jobsOf(store);
    snapshot.trials = store.trials();
    snapshot.table =
        tabulate(store.study(), store.meta("scale"), store.meta("version"), snapshot.trials);
    snapshot.findings = judgeStudy(snapshot.table);
    snapshot.verdict = verdictLine(snapshot.findings);
    addCurves(snapshot);
    addStream(snapshot);
    return snapshot;
}

void StudyReading::addKeys(StudySnapshot& snapshot, const std::function<bool()>& cancelled) {
    snapshot.keys = keys_.read(snapshot.table, snapshot.folder, cancelled);
}

StudySnapshot StudyReading::plan(const std::filesystem::path& file, const std::string& scale,
                                 const std::filesystem::path& folder) {
    const Study study = chained(loadStudy(file), folder.parent_path(), scale);
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
    const auto cells = cellsWithCurves(snapshot.table, snapshot.trials);
    snapshot.cells_with_curves = cells.size();
    for (std::size_t i = 0; i < std::min(cells.size(), kCellsWithCurves); ++i) {
        std::vector<std::shared_ptr<const RunCurve>> members;
        for (const TrialRecord* trial : cells[i].trials) {
            auto curve = curveOf(snapshot, *trial);
            if (curve && !curve->values.empty()) members.push_back(std::move(curve));
        }
        if (members.empty()) continue;
        // A cell keeps its color whatever place it has among the best.
        const std::string name = cellName(snapshot.table, snapshot.table.cells[cells[i].cell]);
        snapshot.curves.push_back(joinCurves(
            QString::fromStdString(name), static_cast<int>(cells[i].cell), std::move(members), {}));
    }
    std::ranges::sort(snapshot.curves, {}, [](const auto& curve) { return curve->color; });
}

void StudyReading::addStream(StudySnapshot& snapshot) {
    if (snapshot.table.study.stream.empty()) return;
    std::vector<StreamLosses> trials;
    for (const TrialRecord& trial : snapshot.trials) {
        if (trial.state != TrialState::done) continue;
        auto known = streams_.find(trial.number);
        if (known == streams_.end())
            known = streams_.emplace(trial.number, readStream(snapshot.folder, trial.number)).first;
        trials.push_back(known->second);
    }
    snapshot.stream = joinStreams(trials);
}

}  // namespace orrery
