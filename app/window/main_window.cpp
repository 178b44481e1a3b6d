// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QProcess>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>

#include "app/window/about.h"
#include "app/window/desk/config_desk.h"
#include "app/window/desk/run_desk.h"
#include "app/window/desk/run_lifecycle.h"
#include "app/window/desk/study_desk.h"
#include "app/window/desk/undo_actions.h"
#include "app/window/desk/window_closing.h"
#include "app/window/desk/window_memory.h"
#include "app/window/desk/window_state.h"
#include "app/window/document_files.h"
#include "app/window/recent_runs.h"
#include "app/window/run_notice.h"
#include "app/window/services/analysis_service.h"
#include "app/window/services/device_service.h"
#include "app/window/services/query_service.h"
#include "app/window/services/study_service.h"
#include "app/window/services/trace_service.h"
#include "app/window/window_menus.h"
#include "app/window/workspace.h"
#include "core/events/commands.h"
#include "core/study/study.h"
#include "widgets/browser/run_browser.h"
#include "widgets/config/config_document.h"
#include "widgets/config/config_panel.h"
#include "widgets/figure/export_actions.h"
#include "widgets/run/run_model.h"
#include "widgets/start/start_page.h"
#include "widgets/status/message_bar.h"
#include "widgets/status/run_words.h"
#include "widgets/status/status_strip.h"

namespace orrery {

MainWindow::MainWindow(const std::filesystem::path& runs_folder)
    : runs_folder_(std::filesystem::absolute(runs_folder)),
      actions_(this),
      document_(new ConfigDocument(this)),
      run_(new RunModel(this)),
      controller_(new RunController(run_, this)),
      files_(new DocumentFiles(document_, &settings_, this)),
      workspace_(new Workspace(document_, run_, this)),
      start_(new StartPage(this)),
      bar_(new MessageBar(this)),
      messages_(bar_, workspace_->log()),
      pages_(new QStackedWidget(this)),
      status_(new StatusStrip(this)),
      studies_(new StudyService(workspace_->study(), this)),
      notice_(new RunNotice(this)),
      config_desk_(new ConfigDesk(document_, workspace_->config(), files_, &messages_, this)),
      lifecycle_(new RunLifecycle(controller_, run_, &messages_, runs_folder_, this)),
      study_desk_(new StudyDesk(workspace_->study(), studies_, &settings_, &messages_,
                                runs_folder_.parent_path() / "studies")),
      closing_(new WindowClosing(files_, controller_, studies_, this)),
      state_(
          new WindowState({document_, run_, controller_, lifecycle_}, &actions_, status_, this)) {
    setObjectName(QStringLiteral("mainWindow"));
    new TraceService(run_, controller_, this);
    new AnalysisService(run_, controller_, this);
    new QueryService(run_, controller_, this);
    buildCentre();
    buildMenusAndBar();
    connectFileActions();
    connectViewActions();
    connectRunActions();
    connectStartPage();
    connectConfig();
    connectRun();
    connectStudies();
    connectRunList();
    actions_.setIcons(palette());
    restoreLayouts(*this, *workspace_, settings_);
    showStartPage();
}

MainWindow::~MainWindow() {
    pool_.waitForDone();
}

void MainWindow::buildCentre() {
    auto* centre = new QWidget(this);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar_);
    layout->addWidget(pages_, 1);
    pages_->addWidget(start_);
    pages_->addWidget(workspace_);
    setCentralWidget(centre);
    status_->setRun(run_);
    statusBar()->addWidget(status_, 1);
}

void MainWindow::buildMenusAndBar() {
    const LateMenus menus = buildMenus(this, actions_, workspace_);
    buildToolBar(this, actions_);
    connect(menus.recent, &QMenu::aboutToShow, this, [this, menu = menus.recent] {
        fillRecentMenu(menu, &settings_, this,
                       [this](const QString& path, bool run) { openRecent(path, run); });
    });
    connect(menus.presets, &QMenu::aboutToShow, this, [this, menu = menus.presets] {
        fillPresetMenu(menu, this, [this](const QString& name) { config_desk_->openPreset(name); });
    });
}

void MainWindow::connectFileActions() {
    connect(actions_.new_config, &QAction::triggered, config_desk_, &ConfigDesk::createNew);
    connect(actions_.open_config, &QAction::triggered, files_, &DocumentFiles::openWithDialog);
    connect(actions_.open_run, &QAction::triggered, this, &MainWindow::openRunWithDialog);
    connect(actions_.open_study, &QAction::triggered, study_desk_, &StudyDesk::openWithDialog);
    connect(actions_.save, &QAction::triggered, files_, &DocumentFiles::save);
    connect(actions_.save_as, &QAction::triggered, files_, &DocumentFiles::saveAs);
    connect(actions_.start_page, &QAction::triggered, this, &MainWindow::showStartPage);
    connect(actions_.quit, &QAction::triggered, this, &QWidget::close);
    new UndoActions(actions_.undo, actions_.redo, document_->textDocument(), workspace_->browser());
}

void MainWindow::connectViewActions() {
    // In the order of exportActions().
    const auto exports = [this](QAction* action, int which) {
        connect(action, &QAction::triggered, this,
                [this, which] { exportActions(*workspace_->currentView())[which]->trigger(); });
    };
    exports(actions_.export_figure, 0);
    exports(actions_.export_data, 1);
    exports(actions_.view_table, 3);
    connect(actions_.find, &QAction::triggered, this, [this] {
        showForm();
        workspace_->config()->search();
    });
    connect(actions_.reset_layout, &QAction::triggered, workspace_, &Workspace::resetLayout);
    connect(actions_.about, &QAction::triggered, this, [this] { showAbout(this); });
    connect(actions_.keys, &QAction::triggered, this, [this] { showKeys(this); });
    connect(workspace_, &Workspace::currentViewChanged, state_, &WindowState::update);
    for (const Perspective each : {Perspective::train, Perspective::explore, Perspective::compare})
        connect(workspace_->perspectiveAction(each), &QAction::triggered, this,
                &MainWindow::showWorkspace);
}

void MainWindow::connectRunActions() {
    const auto sends = [this](QAction* action, const Command& command) {
        connect(action, &QAction::triggered, this, [this, command] { controller_->send(command); });
    };
    sends(actions_.step, command::StepOnce{});
    sends(actions_.checkpoint, command::SaveNow{});
    sends(actions_.evaluate, command::Evaluate{});
    connect(actions_.train, &QAction::triggered, this, &MainWindow::train);
    connect(actions_.pause, &QAction::triggered, lifecycle_, &RunLifecycle::pauseOrContinue);
    connect(actions_.stop, &QAction::triggered, this, [this] { controller_->stop(); });
    connect(actions_.stop_now, &QAction::triggered, this, [this] { controller_->stop(true); });
    connect(actions_.resume, &QAction::triggered, lifecycle_, &RunLifecycle::resume);
    connect(actions_.apply_live, &QAction::triggered, this, [this] {
        controller_->applyLiveChanges(document_->config());
        state_->update();
    });
    connect(actions_.adopt_config, &QAction::triggered, this, &MainWindow::adoptRunConfiguration);
}

void MainWindow::connectStartPage() {
    connect(start_, &StartPage::demoRequested, this, [this] {
        if (!files_->mayReplace()) return;
        loadDemo();
        train();
    });
    connect(start_, &StartPage::newConfigurationRequested, config_desk_, &ConfigDesk::createNew);
    connect(start_, &StartPage::openConfigurationRequested, actions_.open_config,
            &QAction::trigger);
    connect(start_, &StartPage::openRunRequested, actions_.open_run, &QAction::trigger);
    connect(start_, &StartPage::recentRequested, this, &MainWindow::openRecent);
    connect(start_, &StartPage::sessionRequested, this, &MainWindow::restoreSession);
}

void MainWindow::connectConfig() {
    connect(files_, &DocumentFiles::opened, this, &MainWindow::showWorkspace);
    connect(config_desk_, &ConfigDesk::shown, this, &MainWindow::showForm);
    connect(controller_, &RunController::faultsFound, config_desk_, &ConfigDesk::showFaults);
    auto* devices = new DeviceService([] { return listDevices(); }, this);
    connect(devices, &DeviceService::listed, workspace_->config(), &ConfigPanel::setDevices);
    connect(controller_, &RunController::ended, devices, &DeviceService::ask);
    devices->ask();
}

void MainWindow::connectRun() {
    connect(controller_, &RunController::started, this, [this](const QString& folder) {
        settings_.addRecent(folder, true);
        showWorkspace();
    });
    connect(controller_, &RunController::ended, this, &MainWindow::runEnded);
    connect(closing_, &WindowClosing::ready, this, &QWidget::close);
}

void MainWindow::connectStudies() {
    connect(study_desk_, &StudyDesk::opened, this, [this] {
        showWorkspace();
        workspace_->setPerspective(Perspective::compare);
        workspace_->raiseDock(QStringLiteral("study"));
    });
    connect(study_desk_, &StudyDesk::runRequested, this, &MainWindow::openRun);
    connect(studies_, &StudyService::ended, this, [this](bool complete) {
        if (!closing_->endedWhileClosing()) study_desk_->tellEnd(complete, *notice_);
    });
}

void MainWindow::connectRunList() {
    workspace_->browser()->setRoot(runs_folder_);
    RunDeskActions desk;
    desk.open = [this](const QString& folder) { return openRun(folder); };
    desk.resume = [this](const QString& folder) {
        if (openRun(folder) && lifecycle_->canResume()) lifecycle_->resume();
    };
    desk.edit = [this](const Config& config, const QString& title) {
        return config_desk_->show(config, title);
    };
    desk.train = [this](const Config& config, const QString& weights, const QString& tokenizer) {
        lifecycle_->start(config, weights, tokenizer);
    };
    desk.show_comparison = [this] {
        showWorkspace();
        workspace_->setPerspective(Perspective::compare);
    };
    desk.complain = [this](const QString& reason) { messages_.report(Severity::error, reason); };
    new RunDesk(workspace_->browser(), workspace_->compare(), std::move(desk), this);
}

bool MainWindow::showsStartPage() const {
    return pages_->currentWidget() == start_;
}

void MainWindow::showStartPage() {
    pages_->setCurrentWidget(start_);
    const WindowSettings::Session session = settings_.session();
    start_->setSession(QFileInfo(session.run.isEmpty() ? session.config : session.run).fileName());
    start_->setFocus(Qt::OtherFocusReason);
    pool_.start([this, recent = settings_.recent(), folder = runs_folder_] {
        const QVector<RecentItem> items = describeRecent(recent, folder);
        QMetaObject::invokeMethod(this, [this, items] { start_->setRecent(items); });
    });
    state_->setViewsShown(false);
}

void MainWindow::showWorkspace() {
    pages_->setCurrentWidget(workspace_);
    state_->setViewsShown(true);
}

void MainWindow::showForm() {
    showWorkspace();
    workspace_->raiseDock(QStringLiteral("config"));
}

void MainWindow::loadDemo() {
    config_desk_->loadDemo();
    showWorkspace();
}

std::vector<Diagnostic> MainWindow::train() {
    if (controller_->isBusy()) return {};
    showWorkspace();
    const ConfigDesk::Checked checked = config_desk_->check(runs_folder_);
    if (checked.faults.empty()) lifecycle_->start(checked.config);
    return checked.faults;
}

bool MainWindow::openPath(const QString& path) {
    if (isStudy(path.toStdString())) return openStudy(path);
    return QFileInfo(path).isDir() ? openRun(path) : files_->open(path);
}

bool MainWindow::openStudy(const QString& path) {
    return study_desk_->open(path);
}

bool MainWindow::openRun(const QString& folder) {
    const QString path = QFileInfo(folder).absoluteFilePath();
    if (controller_->isBusy()) {
        // One window, one run: training goes on here, the other run gets a window of its own.
        QProcess::startDetached(QCoreApplication::applicationFilePath(), {path});
        return true;
    }
    if (!lifecycle_->open(path)) return false;
    settings_.addRecent(path, true);
    settings_.setLastFolder(QStringLiteral("run"), QFileInfo(path).absolutePath());
    if (!document_->isModified()) showRunConfiguration();
    showWorkspace();
    return true;
}

void MainWindow::openRunWithDialog() {
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("Open run"), settings_.lastFolder(QStringLiteral("run")));
    if (!folder.isEmpty()) openRun(folder);
}

void MainWindow::openRecent(const QString& path, bool run) {
    if (run || files_->mayReplace()) openPath(path);
}

void MainWindow::restoreSession() {
    const WindowSettings::Session session = settings_.session();
    if (!session.config.isEmpty() && (!files_->mayReplace() || !files_->open(session.config)))
        return;
    if (!session.run.isEmpty() && !openRun(session.run)) return;
    showWorkspace();
}

void MainWindow::offerDrafts() {
    config_desk_->offerDrafts();
}

void MainWindow::tellFailure(const QString& reason) {
    if (bar_->isVisible() && bar_->text() == reason) return;  // as of a view that is drawn again
    messages_.report(Severity::error, reason);
}

void MainWindow::showRunConfiguration() {
    const RunInfo& info = *run_->info();
    config_desk_->replace(info.config, QString::fromStdString(info.name + ".yaml"));
}

void MainWindow::adoptRunConfiguration() {
    if (!run_->info() || !files_->mayReplace()) return;
    showRunConfiguration();
    showForm();
}

void MainWindow::runEnded(RunState state) {
    if (closing_->endedWhileClosing()) return;
    notice_->tell(
        tr("The run has ended."),
        tr("%1: %2").arg(QString::fromStdString(controller_->folder().filename().string()),
                         stateWord(state)));
    lifecycle_->tellEnd(state);
}

void MainWindow::closeWithoutAsking() {
    closing_->closeWithoutAsking();
}

void MainWindow::closeForTheSystem() {
    config_desk_->leaveDraft();
    closeWithoutAsking();
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) actions_.setIcons(palette());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!closing_->mayClose()) {
        event->ignore();
        return;
    }
    saveLayouts(*this, *workspace_, settings_);
    settings_.saveSession({QString::fromStdString(controller_->folder().string()),
                           QString::fromStdString(document_->file().string())});
    config_desk_->forgetDraft();
    event->accept();
}

}  // namespace orrery
