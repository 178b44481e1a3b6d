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
#include <utility>

#include "app/window/about.h"
#include "app/window/document_files.h"
#include "app/window/draft_keeper.h"
#include "app/window/handbook.h"
#include "app/window/live_run_question.h"
#include "app/window/recent_runs.h"
#include "app/window/resources.h"
#include "app/window/run_notice.h"
#include "app/window/services/analysis_service.h"
#include "app/window/services/device_service.h"
#include "app/window/services/query_service.h"
#include "app/window/services/study_service.h"
#include "app/window/services/trace_service.h"
#include "app/window/window_menus.h"
#include "app/window/workspace.h"
#include "core/config/yaml.h"
#include "core/events/commands.h"
#include "core/study/study.h"
#include "core/train/preflight.h"
#include "widgets/browser/run_browser.h"
#include "widgets/config/config_document.h"
#include "widgets/config/config_panel.h"
#include "widgets/figure/export_actions.h"
#include "widgets/log/log_panel.h"
#include "widgets/plots/published_curves.h"
#include "widgets/run/run_model.h"
#include "widgets/start/start_page.h"
#include "widgets/status/message_bar.h"
#include "widgets/status/run_words.h"
#include "widgets/status/status_strip.h"

namespace orrery {

namespace {

const QString kNewText =
    QStringLiteral("# Every key that is left out has its default.\nname: run\n");

}  // namespace

MainWindow::MainWindow(const std::filesystem::path& runs_folder)
    : runs_folder_(std::filesystem::absolute(runs_folder)),
      actions_(this),
      document_(new ConfigDocument(this)),
      run_(new RunModel(this)),
      controller_(new RunController(run_, this)),
      traces_(new TraceService(run_, controller_, this)),
      analyses_(new AnalysisService(run_, controller_, this)),
      queries_(new QueryService(run_, controller_, this)),
      drafts_(new DraftKeeper(document_, this)),
      files_(new DocumentFiles(document_, &settings_, this)),
      workspace_(new Workspace(document_, run_, this)),
      start_(new StartPage(this)),
      message_(new MessageBar(this)),
      pages_(new QStackedWidget(this)),
      status_(new StatusStrip(this)),
      studies_(new StudyService(workspace_->study(), this)),
      devices_(new DeviceService([] { return listDevices(); }, this)),
      notice_(new RunNotice(this)) {
    setObjectName(QStringLiteral("mainWindow"));
    document_->setText(kNewText);
    buildCentre();
    buildMenusAndBar();
    connectActions();
    connectRun();
    connectDesk();
    connectStudies();
    actions_.setIcons(palette());
    restoreFromSettings();
    showStartPage();
    updateState();
}

void MainWindow::buildMenusAndBar() {
    const LateMenus menus = buildMenus(this, actions_, workspace_);
    buildToolBar(this, actions_);
    connect(menus.recent, &QMenu::aboutToShow, this, [this, menu = menus.recent] {
        fillRecentMenu(menu, &settings_, this,
                       [this](const QString& path, bool run) { openRecent(path, run); });
    });
    connect(menus.presets, &QMenu::aboutToShow, this, [this, menu = menus.presets] {
        fillPresetMenu(menu, this, [this](const QString& name) { openPreset(name); });
    });
}

MainWindow::~MainWindow() {
    // The focus leaves the parts as they go; what follows it is gone by then.
    disconnect(qApp, nullptr, this, nullptr);
    pool_.waitForDone();
}

void MainWindow::buildCentre() {
    auto* centre = new QWidget(this);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(message_);
    layout->addWidget(pages_, 1);
    pages_->addWidget(start_);
    pages_->addWidget(workspace_);
    setCentralWidget(centre);
    status_->setRun(run_);
    statusBar()->addWidget(status_, 1);
}

void MainWindow::connectActions() {
    const auto on = [this](QAction* action, auto act) {
        connect(action, &QAction::triggered, this, act);
    };
    on(actions_.new_config, &MainWindow::newConfiguration);
    on(actions_.open_config, [this] { files_->openWithDialog(); });
    on(actions_.open_run, &MainWindow::openRunWithDialog);
    on(actions_.open_study, &MainWindow::openStudyWithDialog);
    on(actions_.save, [this] { files_->save(); });
    on(actions_.save_as, [this] { files_->saveAs(); });
    on(actions_.export_figure, [this] { exportActions(*workspace_->currentView())[0]->trigger(); });
    on(actions_.export_data, [this] { exportActions(*workspace_->currentView())[1]->trigger(); });
    on(actions_.view_table, [this] { exportActions(*workspace_->currentView())[3]->trigger(); });
    on(actions_.start_page, &MainWindow::showStartPage);
    on(actions_.quit, &QWidget::close);
    on(actions_.undo, [this] { undoOrRedo(true); });
    on(actions_.redo, [this] { undoOrRedo(false); });
    on(actions_.find, [this] {
        showWorkspace();
        workspace_->raiseDock(QStringLiteral("config"));
        workspace_->config()->search();
    });
    on(actions_.train, &MainWindow::train);
    on(actions_.pause, &MainWindow::pauseOrContinue);
    on(actions_.step, [this] { controller_->send(command::StepOnce{}); });
    on(actions_.stop, [this] { controller_->stop(); });
    on(actions_.stop_now, [this] { controller_->stop(true); });
    on(actions_.checkpoint, [this] { controller_->send(command::SaveNow{}); });
    on(actions_.evaluate, [this] { controller_->send(command::Evaluate{}); });
    on(actions_.resume, &MainWindow::resumeRun);
    on(actions_.apply_live, [this] {
        controller_->applyLiveChanges(document_->config());
        updateState();
    });
    on(actions_.adopt_config, &MainWindow::adoptRunConfiguration);
    on(actions_.reset_layout, [this] { workspace_->resetLayout(); });
    on(actions_.about, [this] { showAbout(this); });
    on(actions_.handbook, [this] { showHandbook(this); });
    on(actions_.keys, [this] { showKeys(this); });
    connect(document_->textDocument(), &QTextDocument::undoAvailable, this,
            &MainWindow::updateUndo);
    connect(document_->textDocument(), &QTextDocument::redoAvailable, this,
            &MainWindow::updateUndo);
    connect(workspace_->browser()->undoStack(), &QUndoStack::indexChanged, this,
            &MainWindow::updateUndo);
    connect(qApp, &QApplication::focusChanged, this, &MainWindow::updateUndo);
    updateUndo();
    connect(start_, &StartPage::demoRequested, this, [this] {
        if (!files_->mayReplace()) return;
        loadDemo();
        train();
    });
    connect(start_, &StartPage::newConfigurationRequested, this, &MainWindow::newConfiguration);
    connect(start_, &StartPage::openConfigurationRequested, actions_.open_config,
            &QAction::trigger);
    connect(start_, &StartPage::openRunRequested, actions_.open_run, &QAction::trigger);
    connect(start_, &StartPage::recentRequested, this, &MainWindow::openRecent);
    connect(start_, &StartPage::sessionRequested, this, &MainWindow::restoreSession);
}

void MainWindow::connectRun() {
    connect(document_, &ConfigDocument::changed, this, &MainWindow::updateState);
    connect(document_, &ConfigDocument::fileChanged, this, &MainWindow::updateTitle);
    connect(document_, &ConfigDocument::modificationChanged, this, &MainWindow::updateTitle);
    connect(files_, &DocumentFiles::opened, this, &MainWindow::showWorkspace);
    const auto complain = [this](const QString& reason) { report(Severity::error, reason); };
    connect(files_, &DocumentFiles::failed, this, complain);
    connect(controller_, &RunController::phaseChanged, this, &MainWindow::updateState);
    connect(controller_, &RunController::started, this, &MainWindow::runStarted);
    connect(controller_, &RunController::ended, this, &MainWindow::runEnded);
    connect(controller_, &RunController::failed, this, complain);
    connect(controller_, &RunController::faultsFound, this,
            [this](const std::vector<Diagnostic>& faults) {
                workspace_->config()->setCheckFaults(faults);
                workspace_->config()->showFirstFault();
            });
    connect(run_, &RunModel::messagesAdded, this, &MainWindow::showRunMessages);
    connect(run_, &RunModel::sourceChanged, this, &MainWindow::updateTitle);
    connect(run_, &RunModel::sourceChanged, this, &MainWindow::tellPublishedFigures);
    connect(run_, &RunModel::progressChanged, this, [this] {
        const RunState before = std::exchange(shown_state_, run_->progress().state);
        if (before != shown_state_) updateState();
    });
    connect(run_, &RunModel::sourceFailed, this, complain);
    connect(workspace_, &Workspace::currentViewChanged, this, &MainWindow::updateState);
    connect(devices_, &DeviceService::listed, workspace_->config(), &ConfigPanel::setDevices);
    connect(controller_, &RunController::ended, devices_, &DeviceService::ask);
    devices_->ask();
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
    updateState();
}

void MainWindow::showWorkspace() {
    pages_->setCurrentWidget(workspace_);
    updateState();
}

void MainWindow::report(Severity severity, const QString& text) {
    message_->showMessage(severity, text);
    workspace_->log()->addProgramMessage(severity, text);
}

void MainWindow::newConfiguration() {
    if (!files_->mayReplace()) return;
    document_->setText(kNewText);
    showWorkspace();
    workspace_->raiseDock(QStringLiteral("config"));
}

void MainWindow::loadDemo() {
    document_->setText(demoConfiguration(), QStringLiteral("demo.yaml"));
    showWorkspace();
}

bool MainWindow::openPath(const QString& path) {
    if (isStudy(path.toStdString())) return openStudy(path);
    return QFileInfo(path).isDir() ? openRun(path) : files_->open(path);
}

bool MainWindow::openRun(const QString& folder) {
    const QString path = QFileInfo(folder).absoluteFilePath();
    if (controller_->isBusy()) {
        // One window, one run: training goes on here, the other run gets a window of its own.
        QProcess::startDetached(QCoreApplication::applicationFilePath(), {path});
        return true;
    }
    try {
        controller_->open(path.toStdString());
    } catch (const std::exception& error) {
        report(Severity::error, QString::fromUtf8(error.what()));
        return false;
    }
    settings_.addRecent(path, true);
    settings_.setLastFolder(QStringLiteral("run"), QFileInfo(path).absolutePath());
    message_->hide();
    if (!document_->isModified()) showRunConfiguration();
    showWorkspace();
    offerResume();
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

void MainWindow::showRunConfiguration() {
    document_->setText(QString::fromStdString(toYaml(run_->info()->config)),
                       QString::fromStdString(run_->info()->name + ".yaml"));
}

void MainWindow::adoptRunConfiguration() {
    if (!run_->info() || !files_->mayReplace()) return;
    showRunConfiguration();
    workspace_->raiseDock(QStringLiteral("config"));
}

void MainWindow::train() {
    if (controller_->isBusy()) return;
    showWorkspace();
    document_->parseNow();
    const Config config = withCorpusFrom(document_->config(), document_->file().parent_path());
    if (!document_->hasFaults())
        workspace_->config()->setCheckFaults(preflight(config, runs_folder_));
    if (workspace_->config()->hasFaults()) {
        workspace_->raiseDock(QStringLiteral("config"));
        workspace_->config()->showFirstFault();
        message_->showMessage(
            Severity::warning,
            tr("The configuration has errors, listed below it. Fix them before training."));
        return;
    }
    startTraining(config, {}, {});
}

void MainWindow::startTraining(const Config& config, const QString& weights,
                               const QString& tokenizer) {
    if (controller_->isBusy())
        return report(Severity::warning,
                      tr("A run is already training: stop it before starting another."));
    message_->hide();
    controller_->start(config, runs_folder_, weights.toStdString(), tokenizer.toStdString());
}

void MainWindow::pauseOrContinue() {
    if (controller_->isPaused())
        controller_->send(command::Resume{});
    else
        controller_->send(command::Pause{});
}

bool MainWindow::runCanBeResumed() const {
    if (controller_->isBusy() || !run_->hasSource()) return false;
    return canBeResumed(run_->hasProgress() ? run_->progress().state : controller_->state());
}

void MainWindow::resumeRun() {
    message_->hide();
    controller_->resume(controller_->folder());
}

void MainWindow::offerResume() {
    const RunInfo& info = *run_->info();
    if (info.state == RunState::finished) return;
    if (!canBeResumed(info.state)) {
        message_->showMessage(
            Severity::info,
            tr("Another process is training this run. Its progress is shown here."));
        return;
    }
    message_->showMessage(Severity::info,
                          tr("This run is incomplete: %1 at step %2 of %3.")
                              .arg(stateWord(info.state).toLower(), countText(double(info.step)),
                                   countText(double(info.total_steps))),
                          {{tr("&Resume training"), [this] { resumeRun(); }}});
}

void MainWindow::runStarted(const QString& folder) {
    settings_.addRecent(folder, true);
    showWorkspace();
}

void MainWindow::runEnded(RunState state) {
    if (close_when_ended_) {
        close();
        return;
    }
    if (!isVisible()) {
        QCoreApplication::quit();  // training went on after the window was closed
        return;
    }
    notice_->tell(
        tr("The run has ended."),
        tr("%1: %2").arg(QString::fromStdString(controller_->folder().filename().string()),
                         stateWord(state)));
    if (state == RunState::stopped)
        message_->showMessage(Severity::info, tr("The run is stopped. It can be resumed."),
                              {{tr("&Resume training"), [this] { resumeRun(); }}});
}

void MainWindow::showRunMessages(int first) {
    if (!controller_->isBusy()) return;  // the past of a stored run is no news
    const std::vector<Message>& all = run_->messages();
    for (auto i = static_cast<std::size_t>(first); i < all.size(); ++i)
        if (all[i].severity == Severity::error)
            message_->showMessage(Severity::error, QString::fromStdString(all[i].text));
}

void MainWindow::tellPublishedFigures() {
    const PublishedRun* published = run_->info() ? findPublishedRun(run_->info()->name) : nullptr;
    if (published)
        workspace_->log()->addProgramMessage(Severity::info, publishedSummary(*published));
}

void MainWindow::updateState() {
    const bool shown = pages_->currentWidget() == workspace_;
    actions_.update(*controller_, runCanBeResumed(), run_->hasSource(), shown);
    actions_.apply_live->setEnabled(!controller_->liveChanges(document_->config()).empty());
    using Phase = RunController::Phase;
    const Phase phase = controller_->phase();
    status_->setOverride(phase == Phase::starting   ? std::optional(tr("Starting"))
                         : phase == Phase::stopping ? std::optional(tr("Stopping"))
                                                    : std::nullopt);
}

void MainWindow::updateTitle() {
    QString title = document_->title() + QStringLiteral("[*]");
    if (run_->info() && !controller_->folder().empty())
        title = QString::fromStdString(controller_->folder().filename().string()) +
                QStringLiteral(" — ") + title;
    setWindowTitle(title);
    setWindowModified(document_->isModified());
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) actions_.setIcons(palette());
}

void MainWindow::closeWithoutAsking() {
    document_settled_ = close_when_ended_ = true;
    if (studies_->isBusy()) studies_->pause();
    if (controller_->isBusy()) controller_->stop();
    if (!controller_->isBusy() && !studies_->isBusy()) close();
}

void MainWindow::closeForTheSystem() {
    drafts_->leave();
    closeWithoutAsking();
}

bool MainWindow::mayLeaveLiveRun() {
    switch (askAboutLiveRun(this)) {
        case LiveRunChoice::stop_and_save:
            close_when_ended_ = true;
            controller_->stop();
            return !controller_->isBusy();
        case LiveRunChoice::keep_training:
            QApplication::setQuitOnLastWindowClosed(!controller_->isBusy());
            return true;
        case LiveRunChoice::cancel:
            document_settled_ = false;
    }
    return false;
}

bool MainWindow::mayClose() {
    if (!document_settled_ && !files_->mayReplace()) return false;
    document_settled_ = true;
    if (studies_->isBusy() && !mayLeaveStudy()) return false;
    if (!controller_->isBusy()) return true;
    if (close_when_ended_) return false;  // it is stopping already
    return mayLeaveLiveRun();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!mayClose()) {
        event->ignore();
        return;
    }
    saveToSettings();
    drafts_->forget();
    event->accept();
}

}  // namespace orrery
