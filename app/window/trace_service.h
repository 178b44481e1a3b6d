// SPDX-License-Identifier: GPL-3.0-or-later
// Answers a view's wish for a trace: from the live run, or from the newest checkpoint of the run on
// show. GUI thread only; the work is done on a pool thread.
#pragma once
#include <QObject>
#include <QThreadPool>
#include <filesystem>
#include <memory>

namespace orrery {

class LoadedRun;
class RunController;
class RunModel;

class TraceService : public QObject {
    Q_OBJECT

public:
    TraceService(RunModel* model, RunController* controller, QObject* parent = nullptr);
    ~TraceService() override;

private:
    struct Loaded;
    void trace(const QString& text);
    void traceStored(const QString& text);

    RunModel* model_;
    RunController* controller_;
    QThreadPool pool_;
    std::shared_ptr<Loaded> loaded_;
};

}  // namespace orrery
