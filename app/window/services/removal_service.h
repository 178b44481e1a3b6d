// SPDX-License-Identifier: GPL-3.0-or-later
// Knocks guilds out over the text of the run's analysis, beside random sets; what that does becomes
// a table more of the analysis. GUI thread only; the work is done on a
// pool thread.
#pragma once
#include <QObject>
#include <QThreadPool>
#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace orrery {

class LoadedRun;
class Requests;
class RunContext;
class RunController;
struct AblationOptions;
struct RunTables;

class RemovalService : public QObject {
    Q_OBJECT

public:
    RemovalService(RunContext* run, RunController* controller, QObject* parent = nullptr);
    /// Ends what is under way.
    ~RemovalService() override;

private:
    using Work = std::function<void(RunTables&, LoadedRun&, const AblationOptions&)>;
    void removeGuild(int layer, const std::vector<int>& experts, const QString& kind);
    void start(Work work);
    void cancel();

    Requests* requests_;
    RunController* controller_;
    QThreadPool pool_;
    std::shared_ptr<std::atomic<bool>> cancelled_;
};

}  // namespace orrery
