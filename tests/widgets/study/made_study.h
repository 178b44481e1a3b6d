// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QDateTime>
#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/runs/database/run_database.h"
#include "core/runs/run_folder.h"
#include "core/study/study_store.h"
#include "core/study/trial_files.h"

namespace orrery {

/// A study in a folder of its own whose trials a test ends as it likes: three points of a
/// logarithmic axis, two sizes, two seeds, which are twelve trials.
class MadeStudy {
public:
    MadeStudy() {
        std::ofstream(path() / "base.yaml") << "model: {d_model: 32, num_heads: 2}\n";
        std::ofstream(file())
            << "question: does it matter?\nbase: base.yaml\naxes:\n"
               "  - {key: keys.alpha, log_range: [0.001, 0.1], points: 3}\n"
               "  - {name: size, points: {small: {some: {num_experts: 8}}, large: {some: "
               "{num_experts: 16}}}}\nseeds: 2\nscales:\n  tiny: {train: {max_steps: 5}}\n";
    }

    std::filesystem::path path() const { return folder_.path().toStdString(); }
    std::filesystem::path file() const { return path() / "study.yaml"; }
    std::filesystem::path out() const { return path() / "out"; }

    StudyStore begin() const {
        const Study study = loadStudy(file());
        std::filesystem::create_directories(out() / "runs");
        return StudyStore::create(out(), atScale(study, "tiny"), "tiny", planTrials(study, "tiny"));
    }
    static TrialRecord record(StudyStore& store, int trial) {
        TrialRecord found = store.trials()[static_cast<std::size_t>(trial - 1)];
        found.attempts = 1;
        found.started = static_cast<double>(QDateTime::currentSecsSinceEpoch());
        return found;
    }
    static void finish(StudyStore& store, int trial, double loss, const std::string& run = {}) {
        TrialRecord done = record(store, trial);
        done.state = TrialState::done;
        done.objective = done.metrics["val/loss"] = loss;
        done.seconds = 60;
        done.run = run;
        store.update(done);
    }
    static void run(StudyStore& store, int trial) {
        TrialRecord running = record(store, trial);
        running.state = TrialState::running;
        store.update(running);
    }
    static void fail(StudyStore& store, int trial, const std::string& why) {
        TrialRecord failed = record(store, trial);
        failed.state = TrialState::failed;
        failed.problem = why;
        store.update(failed);
    }
    /// Of a finished trial.
    void addCurve(StudyStore& store, int trial, double loss) const {
        const RunFolder folder = createRunFolder(out() / "runs", "trial");
        writeRunConfig(folder, Config{}, {"2026-11-27T14:05:00+0100", "cpu", ""});
        {
            RunDatabase database({folder.databaseFile(), {}, {}});
            for (int step = 1; step <= 20; ++step)
                database.publish(Scalars{step, 1.0 * step, {{"train/loss", loss / step}}});
        }
        finish(store, trial, loss, folder.path.filename().string());
    }
    /// Changes study.db behind the program's back.
    void damage(const char* sql) const {
        SqliteConnection(out() / "study.db", SqliteMode::write).execute(sql);
    }

private:
    QTemporaryDir folder_;
};

}  // namespace orrery
