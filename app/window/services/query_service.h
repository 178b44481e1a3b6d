// SPDX-License-Identifier: GPL-3.0-or-later
// Answers a view's wish for the queries of a text, from the newest checkpoint of the run on show.
// GUI thread only; the work is done on a pool thread.
#pragma once
#include <QObject>
#include <QThreadPool>
#include <atomic>
#include <memory>

namespace orrery {

class Requests;
class RunContext;
class RunController;
class RunData;

class QueryService : public QObject {
    Q_OBJECT

public:
    QueryService(RunContext* run, RunController* controller, QObject* parent = nullptr);
    /// Ends what is under way.
    ~QueryService() override;

private:
    void answer(const QString& text);
    void cancel();

    RunData* data_;
    Requests* requests_;
    RunController* controller_;
    QThreadPool pool_;
    std::shared_ptr<std::atomic<bool>> cancelled_;
};

}  // namespace orrery
