// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view.h"

#include <QMetaObject>
#include <QShowEvent>

#include "widgets/run/run_model.h"

namespace orrery {

View::View(QWidget* parent) : QWidget(parent) {}

void View::setRun(RunModel* run) {
    if (run_) run_->disconnect(this);
    run_ = run;
    markDirty();
}

RunModel* View::run() const {
    return run_;
}

bool View::canBeSeen() const {
    return isVisible() && !window()->isMinimized();
}

void View::markDirty() {
    dirty_ = true;
    if (scheduled_ || !canBeSeen()) return;
    scheduled_ = true;
    QMetaObject::invokeMethod(this, &View::refreshIfDue, Qt::QueuedConnection);
}

void View::refreshIfDue() {
    scheduled_ = false;
    if (!dirty_ || !canBeSeen()) return;
    dirty_ = false;
    refresh();
}

void View::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (dirty_) markDirty();
}

}  // namespace orrery
