// SPDX-License-Identifier: GPL-3.0-or-later
// One run from the window's side: starts, commands and ends a Session without ever waiting for it,
// and gives its source to the RunData. GUI thread only.
#pragma once
#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/config/fields.h"
#include "core/config/yaml.h"
#include "core/train/session.h"

namespace orrery {

class RunData;

class RunController : public QObject {
    Q_OBJECT

public:
    enum class Phase { idle, starting, live, stopping };

    explicit RunController(RunData* data, QObject* parent = nullptr);
    /// Stops a live run with a checkpoint, and waits for it.
    ~RunController() override;

    Phase phase() const { return phase_; }
    bool isBusy() const { return phase_ != Phase::idle; }
    bool isPaused() const { return state_ == RunState::paused; }
    RunState state() const {
        return state_;
    }  // of the live run, or of the run on show when it was opened
    const std::filesystem::path& folder() const {
        return folder_;
    }  // of the run on show; empty without one

    /// Both answer with started(), faultsFound() or failed(). Ignored while a run is live.
    /// `weights` and `tokenizer`: files that the run begins with (SessionOptions), or empty.
    void start(const Config& config, const std::filesystem::path& runs_folder,
               const std::filesystem::path& weights = {},
               const std::filesystem::path& tokenizer = {});
    void resume(const std::filesystem::path& run_folder);
    /// Ignored without a live run.
    void send(Command command);
    /// Stop is said at once: phase() is `stopping` when this returns.
    void stop(bool now = false);
    /// Of the live run, with every change that it was asked for or told of; nullptr without one.
    const Config* liveConfig() const { return phase_ == Phase::live ? &live_config_ : nullptr; }
    /// A field that may be changed while training. Ignored without a live run.
    void setLive(const std::string& key, const FieldValue& value);
    /// Keys that may be changed while training and that `config` has otherwise than the live run;
    /// empty without one.
    std::vector<std::string> liveChanges(const Config& config) const;
    void applyLiveChanges(const Config& config);
    /// Shows a run from its folder, finished or written by another process. Throws Error; what was
    /// on show stays.
    void open(const std::filesystem::path& run_folder);

Q_SIGNALS:
    void phaseChanged();  // phase(), state()
    void started(const QString& run_folder);
    void liveConfigChanged();
    void ended(orrery::RunState state);
    void failed(const QString& reason);
    void faultsFound(const std::vector<orrery::Diagnostic>& faults);

private:
    struct Attempt;
    void launch(SessionOptions options);
    void answer(const Attempt& attempt);
    void followSettings(int first);
    void watch();
    void setPhase(Phase phase);

    RunData* data_;
    QThreadPool pool_;
    QTimer watch_;
    std::shared_ptr<Session> session_;
    std::filesystem::path folder_;
    Config live_config_;                       // of the live run, with the changes sent to it
    std::map<std::string, FieldValue> asked_;  // and not yet told of
    Phase phase_ = Phase::idle;
    RunState state_ = RunState::interrupted;
    bool stop_when_started_ = false;
};

}  // namespace orrery
