// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/run_lifecycle.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "app/window/desk/window_messages.h"
#include "app/window/run_controller.h"
#include "app/window/run_notice.h"
#include "app/window/window_actions.h"
#include "core/config/fields.h"
#include "core/events/commands.h"
#include "core/runs/checkpoint_folder.h"
#include "widgets/plots/published_curves.h"
#include "widgets/run/run_data.h"
#include "widgets/status/core_words.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

struct LifecycleWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::MainWindow)
};

}  // namespace

RunLifecycle::RunLifecycle(RunController* controller, RunData* run, WindowMessages* messages,
                           std::filesystem::path runs_folder, QObject* parent)
    : QObject(parent),
      controller_(controller),
      run_(run),
      messages_(messages),
      runs_folder_(std::move(runs_folder)) {
    const auto complain = [this](const QString& reason) {
        messages_->report(Severity::error, coreText(reason));
    };
    connect(controller, &RunController::failed, this, complain);
    connect(run, &RunData::sourceFailed, this, complain);
    connect(run, &RunData::sourceChanged, this, &RunLifecycle::follow);
    connect(run, &RunData::messagesAdded, this, &RunLifecycle::showErrors);
    const auto review = [this] { messages_->review(); };
    connect(run, &RunData::progressChanged, this, review);
    connect(run, &RunData::sourceChanged, this, review);
    connect(controller, &RunController::started, this, review);
}

void RunLifecycle::connectActions(const WindowActions& actions) {
    const auto sends = [this](QAction* action, const Command& command) {
        connect(action, &QAction::triggered, this, [this, command] { controller_->send(command); });
    };
    sends(actions.step, command::StepOnce{});
    sends(actions.checkpoint, command::SaveNow{});
    sends(actions.evaluate, command::Evaluate{});
    connect(actions.pause, &QAction::triggered, this, &RunLifecycle::pauseOrContinue);
    connect(actions.stop, &QAction::triggered, this, [this] { controller_->stop(); });
    connect(actions.stop_now, &QAction::triggered, this, [this] { controller_->stop(true); });
    connect(actions.resume, &QAction::triggered, this, &RunLifecycle::resume);
}

void RunLifecycle::start(const Config& config, const QString& weights, const QString& tokenizer) {
    if (controller_->isBusy())
        return messages_->report(
            Severity::warning,
            LifecycleWords::tr("A run is already training: stop it before starting another."));
    messages_->hide();
    controller_->start(config, runs_folder_, weights.toStdString(), tokenizer.toStdString());
}

bool RunLifecycle::open(const QString& folder) {
    try {
        controller_->open(folder.toStdString());
    } catch (const std::exception& error) {
        messages_->report(Severity::error, coreText(error));
        return false;
    }
    messages_->hide();
    offerResume();
    return true;
}

bool RunLifecycle::isBusy() const {
    return controller_->isBusy();
}

const RunInfo* RunLifecycle::info() const {
    return run_->info();
}

void RunLifecycle::pauseOrContinue() {
    if (controller_->isPaused())
        controller_->send(command::Resume{});
    else
        controller_->send(command::Pause{});
}

bool RunLifecycle::canResume() const {
    if (controller_->isBusy() || !run_->hasSource()) return false;
    // What failed before its first step leaves no folder.
    const auto& folder = controller_->folder();
    if (!folder.empty() && !std::filesystem::exists(folder)) return false;
    return canBeResumed(run_->hasProgress() ? run_->progress().state : controller_->state());
}

void RunLifecycle::resume() {
    messages_->hide();
    controller_->resume(controller_->folder());
}

void RunLifecycle::offerResume() {
    const RunInfo& info = *run_->info();
    const auto on_show = [this, folder = info.folder] {
        return run_->info() && run_->info()->folder == folder;
    };
    if (info.state == RunState::finished) return;
    if (!canBeResumed(info.state))
        return messages_->show(
            Severity::info,
            LifecycleWords::tr("Another process is training this run. Its progress is shown here."),
            {}, [this, on_show] {
                return on_show() && !controller_->isBusy() &&
                       !(run_->hasProgress() && hasEnded(run_->progress().state));
            });
    std::vector<MessageBar::Choice> choices;  // what failed before it saved anything fails again
    if (info.state != RunState::failed || !listedCheckpoints(info.folder).empty())
        choices.push_back({LifecycleWords::tr("&Resume training"), [this] { resume(); }});
    messages_->show(Severity::info,
                    LifecycleWords::tr("This run is incomplete: %1 at step %2 of %3.")
                        .arg(stateWord(info.state).toLower(), countText(double(info.step)),
                             countText(double(info.total_steps))),
                    std::move(choices), [this, on_show] { return on_show() && canResume(); });
}

void RunLifecycle::tellEnd(RunState state, RunNotice& notice) {
    const std::string name = controller_->folder().filename().string();
    notice.tell(LifecycleWords::tr("The run has ended."),
                LifecycleWords::tr("%1: %2").arg(QString::fromStdString(name), stateWord(state)));
    if (state != RunState::stopped) return;
    messages_->show(Severity::info, LifecycleWords::tr("The run is stopped. It can be resumed."),
                    {{LifecycleWords::tr("&Resume training"), [this] { resume(); }}},
                    [this, folder = controller_->folder()] {
                        return controller_->folder() == folder && canResume();
                    });
}

void RunLifecycle::follow() {
    trained_here_ = controller_->isBusy();
    tellPublishedFigures();
}

void RunLifecycle::showErrors(int first) {
    // The past of a stored run is no news; the last words of a run that was trained here are, and
    // they may be read after its end.
    if (!trained_here_) return;
    const std::vector<Message>& all = run_->messages();
    for (auto i = static_cast<std::size_t>(first); i < all.size(); ++i)
        if (all[i].severity == Severity::error)
            messages_->show(Severity::error, coreText(all[i].text));
        else if (all[i].severity == Severity::warning && all[i].text.starts_with("collapse:"))
            offerRemedies(all[i]);
}

/// What document 000 advises when routing collapses, as changes of the run that trains.
void RunLifecycle::offerRemedies(const Message& alarm) {
    const Config* running = controller_->liveConfig();
    if (!running) return;
    std::vector<MessageBar::Choice> choices;
    const auto offer = [&](const QString& label, const char* key, double value) {
        const Field& field = *findField(key);
        if (!field.inapplicable(*running).empty()) return;
        choices.push_back({label, [this, key, value] { controller_->setLive(key, value); }});
    };
    const double beta = running->keys.beta > 0 ? 2 * running->keys.beta : KeysConfig().beta;
    offer(LifecycleWords::tr("&Raise beta to %1").arg(beta), "keys.beta", std::min(beta, 1.0));
    const double share =
        run_->hasProgress() && run_->progress().total_steps > 0
            ? static_cast<double>(alarm.step) / static_cast<double>(run_->progress().total_steps)
            : 0;
    constexpr double kLonger = 0.1, kMost = 0.5;  // of the steps; as far as the field goes
    if (share + kLonger <= kMost)
        offer(LifecycleWords::tr("&One expert per token for 10 % of the steps"),
              "some.top_k_warmup", share + kLonger);
    messages_->show(Severity::warning, coreText(alarm.text), std::move(choices),
                    [this] { return controller_->liveConfig() != nullptr; });
}

void RunLifecycle::tellPublishedFigures() {
    const PublishedRun* published = run_->info() ? findPublishedRun(run_->info()->name) : nullptr;
    if (!published) return;
    messages_->log(Severity::info, publishedSummary(*published));
    const QString obstacle = publishedObstacle(*published, run_->info()->config);
    if (!obstacle.isEmpty()) messages_->log(Severity::info, obstacle);
}

}  // namespace orrery
