// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/help_desk.h"

#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>

#include "app/window/about.h"
#include "app/window/handbook.h"
#include "app/window/tour/tour.h"
#include "app/window/window_actions.h"
#include "app/window/workspace.h"
#include "widgets/config/glossary_terms.h"
#include "widgets/view.h"

namespace orrery {

namespace {

QString termAbove(const QWidget* widget) {
    for (; widget; widget = widget->parentWidget()) {
        const QString term = widget->property(kGlossaryProperty).toString();
        if (!term.isEmpty()) return term;
    }
    return {};
}

}  // namespace

HelpDesk::HelpDesk(const WindowActions& actions, Workspace* workspace, QMainWindow* window)
    : QObject(window), workspace_(workspace), window_(window), tour_(new Tour(workspace, window)) {
    connect(actions.about, &QAction::triggered, this, [this] { showAbout(window_); });
    connect(actions.keys, &QAction::triggered, this, [this] { showKeys(window_); });
    connect(actions.handbook, &QAction::triggered, this, &HelpDesk::openHandbook);
    connect(actions.explain, &QAction::triggered, this, &HelpDesk::explain);
    connect(actions.tour, &QAction::triggered, tour_, &Tour::begin);
    connect(tour_, &Tour::glossaryRequested, this,
            [this](const QString& term) { showGlossary(window_, term); });
    for (const View* view : workspace->views())
        connect(view, &View::explainRequested, this,
                [this, name = view->viewName()] { tour_->explain(name); });
}

void HelpDesk::openHandbook() {
    QString term = termAbove(QApplication::focusWidget());
    if (term.isEmpty()) term = termAbove(QApplication::widgetAt(QCursor::pos()));
    if (term.isEmpty())
        showHandbook(window_);
    else
        showGlossary(window_, term);
}

void HelpDesk::explain() {
    for (const QWidget* widget = QApplication::focusWidget(); widget;
         widget = widget->parentWidget()) {
        const auto* dock = qobject_cast<const QDockWidget*>(widget);
        if (dock) return tour_->explain(dock->objectName().mid(5));
    }
    tour_->explain(workspace_->currentView()->viewName());
}

}  // namespace orrery
