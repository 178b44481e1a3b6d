// SPDX-License-Identifier: GPL-3.0-or-later
// The window: places start page, docks, actions and status bar, and connects them with the owners
// of what they do (app/window/desk). GUI thread only.
#pragma once
#include <QMainWindow>
#include <filesystem>
#include <memory>
#include <vector>

#include "app/window/desk/window_messages.h"
#include "app/window/run_controller.h"
#include "app/window/window_actions.h"
#include "app/window/window_settings.h"
#include "core/events/events.h"

class QStackedWidget;

namespace orrery {

class ConfigDesk;
class ConfigDocument;
class DocumentFiles;
class OpenDesk;
class RunLifecycle;
class RunContext;
class RunNotice;
class StartDesk;
class StartPage;
class StatusStrip;
class StudyDesk;
class StudyService;
class WindowClosing;
class WindowState;
class Workspace;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// New runs go under `runs_folder`.
    explicit MainWindow(const std::filesystem::path& runs_folder);
    ~MainWindow() override;

    ConfigDocument* document() const { return document_; }
    RunContext* run() const { return run_; }
    RunController* controller() const { return controller_; }
    Workspace* workspace() const { return workspace_; }
    MessageBar* messageBar() const { return bar_; }
    StatusStrip* statusStrip() const { return status_; }
    WindowActions& actions() { return actions_; }
    StudyService* studies() const { return studies_; }
    RunNotice* notice() const { return notice_; }
    bool showsStartPage() const;

    /// A configuration file, a run folder, a study. False (with the reason in the message bar) when
    /// it can't be opened; the window is then as it was.
    bool openPath(const QString& path);
    bool openRun(const QString& folder);
    void loadDemo();
    /// Trains what the form shows; shows the faults instead when there are some, and gives them.
    std::vector<Diagnostic> train();
    /// Ends without questions: a live run is stopped with a checkpoint first.
    void closeWithoutAsking();
    /// As closeWithoutAsking, and unsaved edits are offered again at the next start.
    void closeForTheSystem();
    void showStartPage();
    void showWorkspace();
    /// Offers the edits that a process did not live to save.
    void offerDrafts();
    /// What nobody else has told, in the bar and the log.
    void tellFailure(const QString& reason);

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildCentre();
    void buildMenusAndBar();
    void connectFileActions();
    void connectViewActions();
    void connectRunActions();
    void connectStartPage();
    void connectConfig();
    void connectRun();
    void connectStudies();
    void connectRunList();
    void showForm();
    void showPalette();

    std::filesystem::path runs_folder_;
    WindowSettings settings_;
    WindowActions actions_;
    ConfigDocument* document_;
    RunContext* run_;
    RunController* controller_;
    DocumentFiles* files_;
    Workspace* workspace_;
    StartPage* start_;
    MessageBar* bar_;
    WindowMessages messages_;
    QStackedWidget* pages_;
    StatusStrip* status_;
    StudyService* studies_;
    RunNotice* notice_;
    ConfigDesk* config_desk_;
    RunLifecycle* lifecycle_;
    StudyDesk* study_desk_;
    OpenDesk* opening_;
    StartDesk* recent_;
    WindowClosing* closing_;
    WindowState* state_;
};

}  // namespace orrery
