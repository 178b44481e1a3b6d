// SPDX-License-Identifier: GPL-3.0-or-later
// The window: places start page, docks, actions and status bar, and connects them. GUI thread only.
#pragma once
#include <QMainWindow>
#include <QThreadPool>
#include <filesystem>
#include <memory>
#include <vector>

#include "app/window/run_controller.h"
#include "app/window/window_actions.h"
#include "app/window/window_settings.h"
#include "core/events/events.h"

class QStackedWidget;

namespace orrery {

class AnalysisService;
class ConfigDocument;
class DeviceService;
class DocumentFiles;
class DraftKeeper;
class MessageBar;
class QueryService;
class RunDesk;
class RunNotice;
class RunModel;
class StartPage;
class StatusStrip;
class StudyService;
class TraceService;
class Workspace;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// New runs go under `runs_folder`.
    explicit MainWindow(const std::filesystem::path& runs_folder);
    ~MainWindow() override;

    ConfigDocument* document() const { return document_; }
    RunModel* run() const { return run_; }
    RunController* controller() const { return controller_; }
    Workspace* workspace() const { return workspace_; }
    MessageBar* messageBar() const { return message_; }
    StatusStrip* statusStrip() const { return status_; }
    WindowActions& actions() { return actions_; }
    bool showsStartPage() const;

    /// A configuration file or a run folder. False (with the reason in the message bar) when it
    /// can't be opened; the window is then as it was.
    bool openPath(const QString& path);
    bool openRun(const QString& folder);
    /// A study file or the folder of a study, into its view.
    bool openStudy(const QString& path);
    StudyService* studies() const { return studies_; }
    void loadDemo();
    /// Trains what the form shows; shows the faults instead when there are some.
    void train();
    /// Ends without questions: a live run is stopped with a checkpoint first.
    void closeWithoutAsking();
    /// As closeWithoutAsking, and unsaved edits are offered again at the next start.
    void closeForTheSystem();
    void showStartPage();
    void showWorkspace();
    /// Opens what was open when the window closed last.
    void restoreSession();
    /// Offers the edits that a process did not live to save.
    void offerDrafts();
    RunNotice* notice() const { return notice_; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildCentre();
    void connectActions();
    void connectRun();
    void buildMenusAndBar();
    void openPreset(const QString& name);
    void connectDesk();
    void undoOrRedo(bool undo);
    void updateUndo();
    void startTraining(const Config& config, const QString& weights, const QString& tokenizer);
    void restoreFromSettings();
    void saveToSettings();
    void newConfiguration();
    void openRunWithDialog();
    void openStudyWithDialog();
    void connectStudies();
    void openRecent(const QString& path, bool run);
    void showRunConfiguration();
    void adoptRunConfiguration();
    void pauseOrContinue();
    void resumeRun();
    void runStarted(const QString& folder);
    void runEnded(RunState state);
    void showRunMessages(int first);
    void offerResume();
    void updateState();
    void updateTitle();
    void tellPublishedFigures();
    void report(Severity severity, const QString& text);
    bool mayClose();
    bool mayLeaveLiveRun();
    bool mayLeaveStudy();
    bool runCanBeResumed() const;

    std::filesystem::path runs_folder_;
    WindowSettings settings_;
    WindowActions actions_;
    ConfigDocument* document_;
    RunModel* run_;
    RunController* controller_;
    TraceService* traces_;
    AnalysisService* analyses_;
    QueryService* queries_;
    DraftKeeper* drafts_;
    DocumentFiles* files_;
    Workspace* workspace_;
    StartPage* start_;
    MessageBar* message_;
    QStackedWidget* pages_;
    StatusStrip* status_;
    StudyService* studies_;
    DeviceService* devices_;
    RunNotice* notice_;
    QThreadPool pool_;
    RunState shown_state_ = RunState::preparing;  // of the progress that the actions follow
    bool close_when_ended_ = false;
    bool document_settled_ = false;  // its unsaved edits were asked about while closing
};

}  // namespace orrery
