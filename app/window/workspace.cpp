// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMenu>

#include "widgets/config/config_panel.h"
#include "widgets/galaxy/galaxy_view.h"
#include "widgets/log/log_panel.h"
#include "widgets/plots/experts_view.h"
#include "widgets/plots/loss_view.h"
#include "widgets/traces/traces_view.h"

namespace orrery {

namespace {

constexpr int kConfigWidth = 400;
constexpr int kViewWidth = 600;

}  // namespace

Workspace::Workspace(ConfigDocument* document, RunModel* run, QWidget* parent)
    : QMainWindow(parent),
      config_(new ConfigPanel(document, this)),
      log_(new LogPanel(this)),
      views_{new LossView(this), new ExpertsView(this), new GalaxyView(this), new TracesView(this),
             log_} {
    setWindowFlags(Qt::Widget);
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    addDock(QStringLiteral("config"), tr("Configuration"), config_);
    const QString titles[] = {tr("Loss"), tr("Experts"), tr("Galaxy"), tr("Traces"), tr("Log")};
    for (int i = 0; i < views_.size(); ++i) {
        addDock(views_[i]->viewName(), titles[i], views_[i]);
        views_[i]->setRun(run);
    }
    current_ = views_.front();
    connect(qApp, &QApplication::focusChanged, this,
            [this](QWidget*, QWidget* now) { followFocus(now); });
    resetLayout();
}

QDockWidget* Workspace::addDock(const QString& name, const QString& title, QWidget* contents) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(QStringLiteral("dock.") + name);
    dock->setWidget(contents);
    contents->setAccessibleName(title);
    docks_ << dock;
    return dock;
}

void Workspace::resetLayout() {
    for (QDockWidget* dock : docks_) {
        dock->setFloating(false);
        removeDockWidget(dock);
    }
    QDockWidget *config = docks_[0], *loss = docks_[1], *experts = docks_[2], *galaxy = docks_[3],
                *traces = docks_[4], *log = docks_[5];
    addDockWidget(Qt::LeftDockWidgetArea, config);
    splitDockWidget(config, loss, Qt::Horizontal);
    splitDockWidget(loss, galaxy, Qt::Horizontal);
    splitDockWidget(loss, experts, Qt::Vertical);
    splitDockWidget(galaxy, log, Qt::Vertical);
    tabifyDockWidget(galaxy, traces);
    for (QDockWidget* dock : docks_)
        dock->show();
    galaxy->raise();
    resizeDocks({config, loss, galaxy}, {kConfigWidth, kViewWidth, kViewWidth}, Qt::Horizontal);
    resizeDocks({loss, experts}, {1, 1}, Qt::Vertical);
    resizeDocks({galaxy, log}, {3, 2}, Qt::Vertical);
}

View* Workspace::view(const QString& name) const {
    for (View* view : views_)
        if (view->viewName() == name) return view;
    return nullptr;
}

void Workspace::followFocus(QWidget* now) {
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
    for (QDockWidget* dock : docks_) {
        if (dock->objectName() != QStringLiteral("dock.") + name) continue;
        dock->show();
        dock->raise();
        QWidget* first = dock->widget()->nextInFocusChain();
        while (first != dock->widget() &&
               !(first->focusPolicy() & Qt::TabFocus && first->isVisible()))
            first = first->nextInFocusChain();
        if (dock->widget()->isAncestorOf(first)) first->setFocus(Qt::ShortcutFocusReason);
        followFocus(dock->widget());
    }
}

void Workspace::fillMenu(QMenu* menu) {
    for (QDockWidget* dock : docks_)
        menu->addAction(dock->toggleViewAction());
    menu->addSeparator();
    QMenu* go = menu->addMenu(tr("&Go to"));
    int number = 1;
    for (QDockWidget* dock : docks_) {
        const QString name = dock->objectName().mid(5);
        QAction* action =
            go->addAction(dock->windowTitle(), this, [this, name] { raiseDock(name); });
        action->setShortcut(QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_0 + number++)));
    }
}

}  // namespace orrery
