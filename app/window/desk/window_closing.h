// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QWidget>

namespace orrery {

class DocumentFiles;
class RunController;
class StudyService;

/// Whether the window may close: asks about unsaved edits, a live run and a study, and closes once
/// what was to be ended first has ended. GUI thread only.
class WindowClosing : public QObject {
    Q_OBJECT

public:
    WindowClosing(DocumentFiles* files, RunController* run, StudyService* studies, QWidget* window);

    /// Asks; false when the user goes back, or when closing has to wait.
    bool mayClose();
    /// Ends without questions: a live run and a study are stopped with a checkpoint first.
    void closeWithoutAsking();
    /// The run or the study has ended. True when nobody waits for the news: the window closes, or
    /// it was closed long ago and the program ends.
    bool endedWhileClosing();

Q_SIGNALS:
    /// Nothing is in the way any more.
    void ready();

private:
    bool isBusy() const;
    bool mayLeaveRun();
    bool mayLeaveStudy();

    DocumentFiles* files_;
    RunController* run_;
    StudyService* studies_;
    QWidget* window_;
    bool close_when_ended_ = false;
    bool edits_settled_ = false;  // the unsaved edits were asked about while closing
};

}  // namespace orrery
