// SPDX-License-Identifier: GPL-3.0-or-later
// Answers a view's wish for an analysis of the run on show, from its newest checkpoint. GUI thread
// only; the work is done on a pool thread.
#pragma once
#include <QObject>
#include <QThreadPool>
#include <atomic>
#include <memory>

namespace orrery {

class RunController;
class RunModel;

class AnalysisService : public QObject {
    Q_OBJECT

public:
    AnalysisService(RunModel* model, RunController* controller, QObject* parent = nullptr);
    /// Ends an analysis that is under way.
    ~AnalysisService() override;

private:
    void analyse();
    void cancel();

    RunModel* model_;
    RunController* controller_;
    QThreadPool pool_;
    std::shared_ptr<std::atomic<bool>> cancelled_;
};

}  // namespace orrery
