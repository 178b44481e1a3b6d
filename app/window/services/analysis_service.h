// SPDX-License-Identifier: GPL-3.0-or-later
// Answers a view's wish for an analysis of the run on show, from its newest checkpoint, and keeps
// it in the run's folder: a run that is opened again has it. GUI thread only; the work is done on a
// pool thread.
#pragma once
#include <QObject>
#include <QThreadPool>
#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>

namespace orrery {

class Requests;
class RunContext;
class RunController;
class RunData;
struct RunTables;

/// The analysis of a run's newest checkpoint over 8,000 tokens of its validation text. Throws Error
/// and, when `cancelled` says so, Cancelled. Takes seconds: on a pool thread, or without a window.
std::shared_ptr<const RunTables> analysedRun(
    const std::filesystem::path& run,
    const std::function<bool()>& cancelled = [] { return false; });

class AnalysisService : public QObject {
    Q_OBJECT

public:
    AnalysisService(RunContext* run, RunController* controller, QObject* parent = nullptr);
    /// Ends an analysis that is under way.
    ~AnalysisService() override;

private:
    void analyse();
    /// What was found before, from the run's folder.
    void recall();
    void keep(const std::filesystem::path& folder, const RunTables& tables);
    void cancel();

    RunData* data_;
    Requests* requests_;
    RunController* controller_;
    bool keeps_;  // analyses with their runs
    QThreadPool pool_;
    std::shared_ptr<std::atomic<bool>> cancelled_;
};

}  // namespace orrery
