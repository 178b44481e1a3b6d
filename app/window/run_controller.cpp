// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run_controller.h"

#include <QMetaObject>
#include <algorithm>
#include <utility>

#include "core/config/fields.h"
#include "core/config/variants.h"
#include "core/events/commands.h"
#include "core/runs/run_source.h"
#include "widgets/run/run_data.h"
#include "widgets/status/core_words.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

constexpr int kWatchPeriod = 50;  // ms

}  // namespace

/// What a pool thread made of the wish to start.
struct RunController::Attempt {
    std::shared_ptr<EventQueue> queue = std::make_shared<EventQueue>();
    std::shared_ptr<Session> session;
    QString failure;
    std::vector<Diagnostic> faults;
    RunState before = RunState::interrupted;  // of the run that stays on show when it fails
};

RunController::RunController(RunData* data, QObject* parent) : QObject(parent), data_(data) {
    pool_.setMaxThreadCount(1);
    watch_.setInterval(kWatchPeriod);
    connect(&watch_, &QTimer::timeout, this, &RunController::watch);
    connect(data, &RunData::settingsAdded, this, &RunController::followSettings);
    connect(data, &RunData::messagesAdded, this, [this](int first) {
        const auto& all = data_->messages();
        const auto refused = [](const Message& message) {
            return message.kind == "set" && message.severity == Severity::error;
        };
        if (!std::any_of(all.begin() + first, all.end(), refused)) return;
        asked_.clear();
        followSettings(static_cast<int>(data_->settings().size()));
    });
}

RunController::~RunController() {
    pool_.waitForDone();
    session_.reset();
}

void RunController::setPhase(Phase phase) {
    phase_ = phase;
    Q_EMIT phaseChanged();
}

void RunController::start(const Config& config, const std::filesystem::path& runs_folder,
                          const std::filesystem::path& weights,
                          const std::filesystem::path& tokenizer) {
    SessionOptions options;
    options.config = config;
    options.variant = variantOf(config).text();
    options.runs_folder = runs_folder;
    options.init = weights;
    options.tokenizer = tokenizer;
    launch(std::move(options));
}

void RunController::resume(const std::filesystem::path& run_folder) {
    SessionOptions options;
    options.resume = run_folder;
    launch(std::move(options));
}

void RunController::launch(SessionOptions options) {
    if (isBusy()) return;
    const RunState before = std::exchange(state_, RunState::preparing);
    stop_when_started_ = false;
    setPhase(Phase::starting);
    pool_.start([this, options = std::move(options), before] {
        auto attempt = std::make_shared<Attempt>();
        attempt->before = before;
        try {
            attempt->session = std::make_shared<Session>(options, attempt->queue);
        } catch (const ConfigError& error) {
            attempt->faults = error.diagnostics();
            attempt->failure = coreText(error);
        } catch (const std::exception& error) {
            attempt->failure = coreText(error);
        }
        QMetaObject::invokeMethod(this, [this, attempt] { answer(*attempt); });
    });
}

void RunController::answer(const Attempt& attempt) {
    if (!attempt.session) {
        state_ = attempt.before;
        setPhase(Phase::idle);
        if (!attempt.faults.empty())
            Q_EMIT faultsFound(attempt.faults);
        else
            Q_EMIT failed(attempt.failure);
        return;
    }
    session_ = attempt.session;
    folder_ = session_->runFolder();
    try {
        data_->setSource(openLiveRun(folder_, attempt.queue));
        live_config_ = data_->info()->config;
        asked_.clear();
    } catch (const std::exception& error) {
        Q_EMIT failed(coreText(error));
    }
    session_->start();
    watch_.start();
    setPhase(Phase::live);
    Q_EMIT started(QString::fromStdString(folder_.string()));
    if (stop_when_started_) stop();
}

void RunController::send(Command command) {
    if (session_) session_->send(std::move(command));
}

void RunController::stop(bool now) {
    if (phase_ == Phase::starting) {
        stop_when_started_ = true;
        return;
    }
    if (!session_) return;
    if (now)
        session_->send(command::StopNow{});
    else
        session_->send(command::Stop{});
    setPhase(Phase::stopping);
}

std::vector<std::string> RunController::liveChanges(const Config& config) const {
    std::vector<std::string> keys;
    if (phase_ != Phase::live) return keys;
    for (const auto& [key, value] : changedFields(live_config_, config))
        if (findField(key)->live) keys.push_back(key);
    return keys;
}

void RunController::applyLiveChanges(const Config& config) {
    for (const std::string& key : liveChanges(config))
        setLive(key, findField(key)->get(config));
}

void RunController::setLive(const std::string& key, const FieldValue& value) {
    if (phase_ != Phase::live) return;
    send(command::Set{key, formatFieldValue(value)});
    asked_[key] = value;
    findField(key)->set(live_config_, value);
    Q_EMIT liveConfigChanged();
}

/// Other processes change settings, too, and what was asked for may be refused.
void RunController::followSettings(int first) {
    if (phase_ != Phase::live || !data_->info()) return;
    live_config_ = data_->info()->config;
    const std::vector<SettingChanged>& all = data_->settings();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Field* field = findField(all[i].key);
        if (!field) continue;
        const FieldValue value = parseFieldValue(*field, all[i].value);
        field->set(live_config_, value);
        const auto asked = asked_.find(all[i].key);
        if (i >= static_cast<std::size_t>(first) && asked != asked_.end() && asked->second == value)
            asked_.erase(asked);
    }
    for (const auto& [key, value] : asked_)
        findField(key)->set(live_config_, value);
    Q_EMIT liveConfigChanged();
}

void RunController::watch() {
    if (!session_) return;
    const RunState state = session_->state();
    folder_ = session_->runFolder();
    if (hasEnded(state)) {
        watch_.stop();
        // Its destructor joins the worker: not on this thread.
        pool_.start([session = std::exchange(session_, nullptr)]() mutable { session.reset(); });
        state_ = state;
        setPhase(Phase::idle);
        Q_EMIT ended(state);
    } else if (state != state_) {
        state_ = state;
        Q_EMIT phaseChanged();
    }
}

void RunController::open(const std::filesystem::path& run_folder) {
    std::unique_ptr<RunSource> source = openStoredRun(run_folder);
    folder_ = run_folder;
    state_ = source->info().state;
    data_->setSource(std::move(source));
    Q_EMIT phaseChanged();
}

}  // namespace orrery
