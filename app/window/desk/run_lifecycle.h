// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QString>
#include <filesystem>

#include "core/config/config.h"
#include "core/events/events.h"

namespace orrery {

class RunController;
class RunData;
class RunNotice;
struct RunInfo;
class WindowMessages;
struct WindowActions;

/// The run on show, from its start or its opening to its end, and what is said of it on the way.
/// GUI thread only.
class RunLifecycle : public QObject {
    Q_OBJECT

public:
    /// New runs go under `runs_folder`.
    RunLifecycle(RunController* controller, RunData* run, WindowMessages* messages,
                 std::filesystem::path runs_folder, QObject* parent = nullptr);

    /// Pause, step, stop, save, evaluate, resume.
    void connectActions(const WindowActions& actions);
    /// A new run; `weights` and `tokenizer` are files of another run, or empty. Says so when one is
    /// training already.
    void start(const Config& config, const QString& weights = {}, const QString& tokenizer = {});
    /// Shows a run, and offers to resume one that is not complete. False (with the reason said)
    /// when it can't be read; what was on show stays.
    bool open(const QString& folder);
    /// A run is training here, starting or stopping.
    bool isBusy() const;
    /// Of the run on show; nullptr without one.
    const RunInfo* info() const;
    void pauseOrContinue();
    /// The run on show can be trained further by this process.
    bool canResume() const;
    void resume();
    /// To somebody who looks elsewhere, too; one that was stopped is offered to be resumed.
    void tellEnd(RunState state, RunNotice& notice);

private:
    void offerResume();
    void follow();
    void showErrors(int first);
    void offerRemedies(const Message& alarm);
    void tellPublishedFigures();

    RunController* controller_;
    RunData* run_;
    WindowMessages* messages_;
    std::filesystem::path runs_folder_;
    bool trained_here_ = false;  // the run on show, since it was opened: its messages are news
};

}  // namespace orrery
