// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QMenu>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>

#include "app/window/command/command_entries.h"
#include "app/window/desk/config_desk.h"
#include "app/window/desk/help_desk.h"
#include "app/window/desk/lever_desk.h"
#include "app/window/desk/open_desk.h"
#include "app/window/desk/run_desk.h"
#include "app/window/desk/run_lifecycle.h"
#include "app/window/desk/start_desk.h"
#include "app/window/desk/study_desk.h"
#include "app/window/desk/undo_actions.h"
#include "app/window/desk/window_closing.h"
#include "app/window/desk/window_memory.h"
#include "app/window/desk/window_state.h"
#include "app/window/document_files.h"
#include "app/window/preferences/preferences_dialog.h"
#include "app/window/run_notice.h"
#include "app/window/services/analysis_service.h"
#include "app/window/services/device_service.h"
#include "app/window/services/mixture_service.h"
#include "app/window/services/playground_service.h"
#include "app/window/services/query_service.h"
#include "app/window/services/removal_service.h"
#include "app/window/services/study_service.h"
#include "app/window/services/trace_service.h"
#include "app/window/window_menus.h"
#include "app/window/workspace.h"
#include "widgets/browser/run_browser.h"
#include "widgets/config/config_document.h"
#include "widgets/config/config_panel.h"
#include "widgets/run/run_context.h"
#include "widgets/start/start_page.h"
#include "widgets/status/message_bar.h"
#include "widgets/status/status_strip.h"

namespace orrery {

namespace {

constexpr int kStartPage = 0, kWorkspacePage = 1;

/// Where the screen has less room than the page wants, it is rolled, and the window is no larger.
QScrollArea* rolled(QWidget* page) {
    auto* area = new QScrollArea;
    area->setObjectName(QStringLiteral("pageArea"));
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidgetResizable(true);
    area->setWidget(page);
    return area;
}

}  // namespace

MainWindow::MainWindow(const std::filesystem::path& runs_folder)
    : runs_folder_(std::filesystem::absolute(runs_folder)),
      actions_(this),
      document_(new ConfigDocument(this)),
      run_(new RunContext(this)),
      controller_(new RunController(run_->data(), this)),
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
      lifecycle_(new RunLifecycle(controller_, run_->data(), &messages_, runs_folder_, this)),
      study_desk_(new StudyDesk(workspace_->study(), studies_, &settings_, &messages_,
                                runs_folder_.parent_path() / "studies")),
      opening_(new OpenDesk({&settings_, files_, config_desk_, lifecycle_, study_desk_}, this)),
      recent_(new StartDesk(start_, &settings_, runs_folder_)),
      closing_(new WindowClosing(files_, controller_, studies_, this)),
      state_(new WindowState({document_, run_->data(), controller_, lifecycle_}, &actions_, status_,
                             this)) {
    setObjectName(QStringLiteral("mainWindow"));
    new TraceService(run_, controller_, this);
    new AnalysisService(run_, controller_, this);
    new RemovalService(run_, controller_, this);
    new MixtureService(workspace_->compare(), this);
    new QueryService(run_, controller_, this);
    new PlaygroundService(run_, controller_, workspace_->playground(), this);
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
    new LeverDesk(document_, workspace_->config(), workspace_->levers(), workspace_->playground(),
                  controller_, this);
    actions_.setIcons(palette());
    restoreLayouts(*this, *workspace_, settings_);
    showStartPage();
}

MainWindow::~MainWindow() = default;

void MainWindow::buildCentre() {
    auto* centre = new QWidget(this);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(pages_, 1);
    pages_->addWidget(rolled(start_));
    pages_->addWidget(rolled(workspace_));
    setCentralWidget(centre);
    bar_->floatOver(centre);
    status_->setRun(run_->data());
    statusBar()->addWidget(status_, 1);
}

void MainWindow::buildMenusAndBar() {
    const LateMenus menus = buildMenus(this, actions_, workspace_);
    buildToolBar(this, actions_);
    connect(menus.recent, &QMenu::aboutToShow, this, [this, menu = menus.recent] {
        fillRecentMenu(menu, &settings_, this,
                       [this](const QString& path, bool run) { opening_->openRecent(path, run); });
    });
    connect(menus.studies, &QMenu::aboutToShow, this, [this, menu = menus.studies] {
        fillStudyMenu(menu, this, [this](const QString& name) { study_desk_->openShipped(name); });
    });
    connect(menus.presets, &QMenu::aboutToShow, this, [this, menu = menus.presets] {
        fillPresetMenu(menu, this, [this](const QString& name) { config_desk_->openPreset(name); });
    });
}

void MainWindow::connectFileActions() {
    connect(actions_.new_config, &QAction::triggered, config_desk_, &ConfigDesk::createNew);
    connect(actions_.open_config, &QAction::triggered, files_, &DocumentFiles::openWithDialog);
    connect(actions_.open_run, &QAction::triggered, opening_, &OpenDesk::openRunWithDialog);
    connect(actions_.open_study, &QAction::triggered, study_desk_, &StudyDesk::openWithDialog);
    connect(actions_.save, &QAction::triggered, files_, &DocumentFiles::save);
    connect(actions_.save_as, &QAction::triggered, files_, &DocumentFiles::saveAs);
    connect(actions_.start_page, &QAction::triggered, this, &MainWindow::showStartPage);
    connect(actions_.quit, &QAction::triggered, this, &QWidget::close);
    new UndoActions(actions_.undo, actions_.redo, document_->textDocument(), workspace_->browser());
}

void MainWindow::connectViewActions() {
    connectExports(this, actions_, workspace_);
    connect(actions_.find, &QAction::triggered, this, [this] {
        showForm();
        workspace_->config()->search();
    });
    connect(actions_.reset_layout, &QAction::triggered, workspace_, &Workspace::resetLayout);
    connect(actions_.tour, &QAction::triggered, this, &MainWindow::showWorkspace);
    new HelpDesk(actions_, workspace_, this);
    connect(actions_.palette, &QAction::triggered, this, &MainWindow::showPalette);
    connect(actions_.preferences, &QAction::triggered, this, [this] { editPreferences(this); });
    connect(workspace_, &Workspace::currentViewChanged, state_, &WindowState::update);
    for (const Perspective each : {Perspective::train, Perspective::explore, Perspective::compare})
        connect(workspace_->perspectiveAction(each), &QAction::triggered, this,
                &MainWindow::showWorkspace);
}

void MainWindow::connectRunActions() {
    lifecycle_->connectActions(actions_);
    connect(actions_.train, &QAction::triggered, this, &MainWindow::train);
    connect(actions_.apply_live, &QAction::triggered, this, [this] {
        controller_->applyLiveChanges(document_->config());
        state_->update();
    });
    connect(actions_.adopt_config, &QAction::triggered, opening_, &OpenDesk::adoptConfiguration);
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
    connect(start_, &StartPage::recentRequested, opening_, &OpenDesk::openRecent);
    connect(start_, &StartPage::studyRequested, study_desk_, &StudyDesk::openShipped);
    connect(start_, &StartPage::sessionRequested, opening_, &OpenDesk::openLast);
}

void MainWindow::connectConfig() {
    connect(files_, &DocumentFiles::opened, this, &MainWindow::showWorkspace);
    connect(opening_, &OpenDesk::opened, this, &MainWindow::showWorkspace);
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
    connect(controller_, &RunController::ended, this, [this](RunState state) {
        // What failed before its first step leaves no folder.
        const std::filesystem::path& folder = controller_->folder();
        if (!std::filesystem::exists(folder))
            settings_.removeRecent(QString::fromStdString(folder.string()), true);
        if (!closing_->endedWhileClosing()) lifecycle_->tellEnd(state, *notice_);
    });
    connect(closing_, &WindowClosing::ready, this, &QWidget::close);
}

void MainWindow::connectStudies() {
    connect(study_desk_, &StudyDesk::opened, this, [this] {
        showWorkspace();
        workspace_->setPerspective(Perspective::compare);
        workspace_->raiseDock(QStringLiteral("study"));
    });
    connect(study_desk_, &StudyDesk::runRequested, opening_, &OpenDesk::openRun);
    connect(studies_, &StudyService::ended, this, [this](bool complete) {
        if (!closing_->endedWhileClosing()) study_desk_->tellEnd(complete, *notice_);
    });
}

void MainWindow::connectRunList() {
    workspace_->browser()->setRoot(runs_folder_);
    auto* desk = new RunDesk({workspace_->browser(), workspace_->compare(), opening_, config_desk_,
                              lifecycle_, &messages_},
                             this);
    connect(desk, &RunDesk::compared, this, [this] {
        showWorkspace();
        workspace_->setPerspective(Perspective::compare);
    });
}

bool MainWindow::showsStartPage() const {
    return pages_->currentIndex() == kStartPage;
}

void MainWindow::showStartPage() {
    pages_->setCurrentIndex(kStartPage);
    recent_->update();
    start_->setFocus(Qt::OtherFocusReason);
    state_->setViewsShown(false);
}

void MainWindow::showWorkspace() {
    pages_->setCurrentIndex(kWorkspacePage);
    state_->setViewsShown(true);
}

void MainWindow::showForm() {
    showWorkspace();
    workspace_->raiseDock(QStringLiteral("config"));
}

void MainWindow::showPalette() {
    std::vector<CommandEntry> entries = menuEntries(*menuBar());
    for (auto& more : {fieldEntries([this](const std::string& key) {
                           showForm();
                           workspace_->config()->showField(key);
                       }),
                       runEntries(runs_folder_, [this](const QString& run) { openRun(run); })})
        entries.insert(entries.end(), more.begin(), more.end());
    auto* palette = new CommandPalette(std::move(entries), this);
    palette->setAttribute(Qt::WA_DeleteOnClose);
    palette->open();
}

void MainWindow::loadDemo() {
    config_desk_->loadDemo();
    showWorkspace();
}

std::vector<Diagnostic> MainWindow::train() {
    if (controller_->isBusy()) return {};
    showWorkspace();
    ConfigDesk::Checked checked = config_desk_->check(runs_folder_);
    const int threads = storedPreferences().threads;
    if (checked.config.train.threads == 0) checked.config.train.threads = threads;
    if (checked.faults.empty()) lifecycle_->start(checked.config);
    return checked.faults;
}

bool MainWindow::openPath(const QString& path) {
    return opening_->open(path);
}

bool MainWindow::openRun(const QString& folder) {
    return opening_->openRun(folder);
}

void MainWindow::offerDrafts() {
    config_desk_->offerDrafts();
}

void MainWindow::tellFailure(const QString& reason) {
    if (bar_->isVisible() && bar_->text() == reason) return;  // as of a view that is drawn again
    messages_.report(Severity::error, reason);
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
    const std::filesystem::path& folder = controller_->folder();
    settings_.saveSession(
        {std::filesystem::exists(folder) ? QString::fromStdString(folder.string()) : QString(),
         QString::fromStdString(document_->file().string())});
    config_desk_->forgetDraft();
    event->accept();
}

}  // namespace orrery
