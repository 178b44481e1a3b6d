// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScreen>
#include <QTimer>
#include <utility>

#include "widgets/browser/run_browser.h"
#include "widgets/compare/compare_view.h"
#include "widgets/config/config_document.h"
#include "widgets/config/config_panel.h"
#include "widgets/experts/expert_table_view.h"
#include "widgets/galaxy/galaxy_view.h"
#include "widgets/inspect/inspect_view.h"
#include "widgets/inspect/pairs_view.h"
#include "widgets/layers/layers_view.h"
#include "widgets/levers/levers_panel.h"
#include "widgets/log/log_panel.h"
#include "widgets/metrics/metrics_view.h"
#include "widgets/model/model_view.h"
#include "widgets/playground/playground_view.h"
#include "widgets/plots/experts_view.h"
#include "widgets/plots/loss_view.h"
#include "widgets/ranks/ranks_view.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_context.h"
#include "widgets/study/study_view.h"
#include "widgets/traces/traces_view.h"

namespace orrery {

namespace {

// Of views(): the others come after the run list, so that these keep their keys.
constexpr int kFirstViews = 10;
constexpr int kMostKeys = 16;
// What frame, menu, tool bar and status bar take of the screen, about.
constexpr QSize kAround{16, 120};

/// Ctrl+1 ... Ctrl+9, Ctrl+0, then Ctrl+Alt+4 ... 9: the first three of those are perspectives.
/// None for more docks.
QKeySequence goKeys(int number) {
    if (number <= 10) return QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_0 + number % 10));
    if (number > kMostKeys) return {};
    return QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key(Qt::Key_4 + number - 11));
}

}  // namespace

Workspace::Workspace(ConfigDocument* document, RunContext* run, QWidget* parent)
    : QMainWindow(parent),
      config_(new ConfigPanel(document, this)),
      log_(new LogPanel(this)),
      levers_(new LeversPanel(this)),
      playground_(new PlaygroundView(this)),
      browser_(new RunBrowser(this)),
      compare_(new CompareView(this)),
      study_(new StudyView(this)),
      views_{new LossView(this),
             new ExpertsView(this),
             new GalaxyView(this),
             new TracesView(this),
             log_,
             compare_,
             new InspectView(this),
             new PairsView(this),
             study_,
             new LayersView(this),
             new ExpertTableView(this),
             new MetricsView(this),
             new ModelView(this),
             new RanksView(this),
             playground_} {
    setWindowFlags(Qt::Widget);
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    addDock(QStringLiteral("config"), tr("Configuration"), config_);
    const QString titles[] = {tr("Loss"),  tr("Experts"), tr("Galaxy"),       tr("Traces"),
                              tr("Log"),   tr("Compare"), tr("Inspector"),    tr("Pairs"),
                              tr("Study"), tr("Layers"),  tr("Expert table"), tr("Metrics"),
                              tr("Model"), tr("Ranks"),   tr("Playground")};
    const auto place = [&](int i) { addDock(views_[i]->viewName(), titles[i], views_[i]); };
    for (int i = 0; i < kFirstViews; ++i)
        place(i);
    addDock(QStringLiteral("runs"), tr("Runs"), browser_);
    addDock(QStringLiteral("levers"), tr("Levers"), levers_);
    for (int i = kFirstViews; i < views_.size(); ++i)
        place(i);
    for (View* view : views_)
        view->setRun(run);
    levers_->setRun(run->data());
    connect(run->requests(), &Requests::interventionsRequested, this,
            [this] { raiseDock(playground_->viewName()); });
    connectFilm();
    connectCompared();
    connectModel(document);
    current_ = views_.front();
    connect(qApp, &QApplication::focusChanged, this,
            [this](QWidget*, QWidget* now) { followFocus(now); });
    connect(this, &QMainWindow::tabifiedDockWidgetActivated, this,
            [this](QDockWidget* dock) { followFocus(dock->widget()); });
    buildPerspectives();
    resetLayout();
}

void Workspace::connectFilm() {
    auto* galaxy = qobject_cast<GalaxyView*>(view(QStringLiteral("galaxy")));
    auto* inspect = qobject_cast<InspectView*>(view(QStringLiteral("inspect")));
    connect(inspect, &InspectView::filmRequested, this,
            [this, galaxy](int layer, const std::vector<int>& experts) {
                raiseDock(galaxy->viewName());
                galaxy->showFilmOf(layer, experts);
            });
}

void Workspace::connectCompared() {
    auto* table = qobject_cast<ExpertTableView*>(view(QStringLiteral("table")));
    connect(&compare_->compared(), &ComparedRuns::changed, table,
            [this, table] { table->setComparedRuns(compare_->compared().runs()); });
}

void Workspace::connectModel(ConfigDocument* document) {
    auto* model = qobject_cast<ModelView*>(view(QStringLiteral("model")));
    const auto take = [model, document] { model->setConfig(document->config()); };
    connect(document, &ConfigDocument::changed, model, take);
    take();
    connect(model, &ModelView::fieldRequested, this, [this](const std::string& key) {
        raiseDock(QStringLiteral("config"));
        config_->showField(key);
    });
}

QByteArray Workspace::metricPanels() const {
    return qobject_cast<MetricsView*>(view(QStringLiteral("metrics")))->panels();
}

void Workspace::setMetricPanels(const QByteArray& panels) {
    qobject_cast<MetricsView*>(view(QStringLiteral("metrics")))->setPanels(panels);
}

QDockWidget* Workspace::addDock(const QString& name, const QString& title, QWidget* contents) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(QStringLiteral("dock.") + name);
    dock->setWidget(contents);
    contents->setAccessibleName(title);
    docks_ << dock;
    return dock;
}

QDockWidget* Workspace::dock(const QString& name) const {
    for (QDockWidget* dock : docks_)
        if (dock->objectName() == QStringLiteral("dock.") + name) return dock;
    return nullptr;
}

QSize Workspace::room() const {
    return isVisible() ? size() : screen()->availableSize() - kAround;
}

void Workspace::buildPerspectives() {
    auto* group = new QActionGroup(this);
    const QString titles[] = {tr("&Train"), tr("&Explore"), tr("&Compare")};
    for (const Perspective each :
         {Perspective::train, Perspective::explore, Perspective::compare}) {
        const int number = static_cast<int>(each);
        QAction* action = group->addAction(titles[number]);
        action->setObjectName(QStringLiteral("perspective.") + perspectiveName(each));
        action->setCheckable(true);
        action->setChecked(each == perspective_);
        action->setShortcut(QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key(Qt::Key_1 + number)));
        connect(action, &QAction::triggered, this, [this, each] { setPerspective(each); });
        perspective_actions_[number] = action;
    }
}

QAction* Workspace::perspectiveAction(Perspective perspective) const {
    return perspective_actions_[static_cast<int>(perspective)];
}

void Workspace::setPerspective(Perspective perspective) {
    layouts_[static_cast<int>(perspective_)] = to_share_ ? QByteArray() : saveState();
    perspective_ = perspective;
    perspectiveAction(perspective)->setChecked(true);
    const QByteArray& state = layouts_[static_cast<int>(perspective)];
    // Docks of both perspectives at once would widen the window; and the focus that passes from one
    // to the next as they go says nothing.
    const QScopedValueRollback guard(arranging_, true);
    for (QDockWidget* dock : docks_)
        dock->hide();
    to_share_ = false;
    if (state.isEmpty() || !restoreState(state)) resetLayout();
}

QByteArray Workspace::layout(Perspective perspective) const {
    return perspective == perspective_ ? saveState() : layouts_[static_cast<int>(perspective)];
}

void Workspace::setLayout(Perspective perspective, const QByteArray& state) {
    layouts_[static_cast<int>(perspective)] = state;
    if (perspective == perspective_ && !state.isEmpty() && restoreState(state)) to_share_ = false;
}

void Workspace::resetLayout() {
    const QScopedValueRollback guard(arranging_, true);
    for (QDockWidget* dock : docks_) {
        dock->setFloating(false);
        removeDockWidget(dock);
    }
    DockArrangement(this, room()).place(perspective_);
    shareRoom();
    to_share_ = !isVisible();
    // The others have a place, too, for when they are asked for.
    for (QDockWidget* dock : docks_) {
        if (dockWidgetArea(dock) != Qt::NoDockWidgetArea) continue;
        addDockWidget(Qt::RightDockWidgetArea, dock);
        dock->hide();
    }
}

void Workspace::shareRoom() {
    DockArrangement(this, room()).share(perspective_);
}

void Workspace::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    // What was arranged before there was a size.
    if (std::exchange(to_share_, false)) QTimer::singleShot(0, this, &Workspace::shareRoom);
}

View* Workspace::view(const QString& name) const {
    for (View* view : views_)
        if (view->viewName() == name) return view;
    return nullptr;
}

View* Workspace::currentView() const {
    const auto seen = [](const View* view) { return view && !view->visibleRegion().isEmpty(); };
    if (seen(current_)) return current_;
    for (const QString& name : docksOf(perspective_))
        if (View* other = view(name); seen(other)) return other;
    return current_;
}

void Workspace::followFocus(QWidget* now) {
    if (arranging_) return;
    for (QWidget* widget = now; widget; widget = widget->parentWidget()) {
        auto* view = qobject_cast<View*>(widget);
        if (!view || !views_.contains(view)) continue;
        if (view != current_) {
            current_ = view;
            Q_EMIT currentViewChanged();
        }
        return;
    }
}

void Workspace::raiseDock(const QString& name) {
    QDockWidget* wanted = dock(name);
    if (!wanted) return;
    // It would be squeezed in at the side of a perspective that has no place for it.
    if (!wanted->toggleViewAction()->isChecked() && !docksOf(perspective_).contains(name))
        setPerspective(homeOf(name));
    wanted->show();
    wanted->raise();
    QWidget* first = wanted->widget()->nextInFocusChain();
    while (first != wanted->widget() &&
           !(first->focusPolicy() & Qt::TabFocus && first->isVisible()))
        first = first->nextInFocusChain();
    if (wanted->widget()->isAncestorOf(first)) first->setFocus(Qt::ShortcutFocusReason);
    followFocus(wanted->widget());
}

void Workspace::fillMenu(QMenu* menu) {
    for (QDockWidget* dock : docks_)
        menu->addAction(dock->toggleViewAction());
    menu->addSeparator();
    QMenu* perspectives = menu->addMenu(tr("&Perspective"));
    for (QAction* action : perspective_actions_)
        perspectives->addAction(action);
    QMenu* go = menu->addMenu(tr("&Go to"));
    int number = 1;
    for (QDockWidget* dock : docks_) {
        const QString name = dock->objectName().mid(5);
        QAction* action =
            go->addAction(dock->windowTitle(), this, [this, name] { raiseDock(name); });
        action->setShortcut(goKeys(number++));
    }
}

}  // namespace orrery
