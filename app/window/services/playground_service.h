// SPDX-License-Identifier: GPL-3.0-or-later
// Answers the playground: by the run that trains, between its steps, or by a checkpoint of the run
// on show or of another one. GUI thread only; the work is done on the training thread or a pool's.
#pragma once
#include <QObject>
#include <QThreadPool>
#include <atomic>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "widgets/playground/play_request.h"

namespace orrery {

class PlaygroundView;
class RunContext;
class RunController;
class RunData;

class PlaygroundService : public QObject {
    Q_OBJECT

public:
    PlaygroundService(RunContext* run, RunController* controller, PlaygroundView* view,
                      QObject* parent = nullptr);
    /// Ends what is under way.
    ~PlaygroundService() override;

private:
    struct Models;
    void answer(const PlayRequest& request);
    void ablate(int layer, const std::vector<int>& experts);
    void askTraining(const PlayRequest& request);
    std::function<void(std::function<void(PlaygroundView&)>)> teller();
    void followPhase();
    void stop();
    void follow();

    RunData* data_;
    RunController* controller_;
    PlaygroundView* view_;
    QThreadPool pool_;
    std::shared_ptr<std::atomic<bool>> stopped_;
    std::shared_ptr<Models> models_;
    std::set<int> training_;  // requests that the run which trains has
};

}  // namespace orrery
