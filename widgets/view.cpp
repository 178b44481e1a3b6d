// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view.h"

#include <QMetaObject>
#include <QShowEvent>
#include <algorithm>

#include "widgets/python_plot.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"

namespace orrery {

namespace {

// Of the time that passes, the part that drawing new data may take: training needs the rest.
constexpr double kShare = 0.01;

}  // namespace

View::View(QWidget* parent) : QWidget(parent) {
    later_.setSingleShot(true);
    connect(&later_, &QTimer::timeout, this, &View::markDirty);
}

void View::setRun(RunContext* run) {
    if (run_) {
        data()->disconnect(this);
        selection()->disconnect(this);
        requests()->disconnect(this);
    }
    run_ = run;
    markDirty();
}

RunContext* View::run() const {
    return run_;
}

RunData* View::data() const {
    return run_ ? run_->data() : nullptr;
}

Selection* View::selection() const {
    return run_ ? run_->selection() : nullptr;
}

Requests* View::requests() const {
    return run_ ? run_->requests() : nullptr;
}

void View::paintFigureIn(const FigureStyle& style, QPainter& painter, const QSizeF& size) const {
    figure_style_ = style;
    paintFigure(painter, size);
    figure_style_ = {};
}

PythonPlot View::pythonPlot() const {
    return {};
}

QString View::figureSource() const {
    return run_ && data()->info() ? QString::fromStdString(data()->info()->folder.string())
                                  : QString();
}

bool View::canBeSeen() const {
    return isVisible() && !window()->isMinimized();
}

void View::markDirty() {
    dirty_ = true;
    later_.stop();
    if (scheduled_ || !canBeSeen()) return;
    scheduled_ = true;
    QMetaObject::invokeMethod(this, &View::refreshIfDue, Qt::QueuedConnection);
}

void View::markStale() {
    const double wait =
        cost_ / kShare - static_cast<double>(since_.isValid() ? since_.elapsed() : 0);
    if (wait <= 0 || !canBeSeen()) return markDirty();
    dirty_ = true;
    if (!scheduled_ && !later_.isActive()) later_.start(static_cast<int>(std::min(wait, 10'000.0)));
}

void View::refreshIfDue() {
    scheduled_ = false;
    if (!dirty_ || !canBeSeen()) return;
    dirty_ = false;
    QElapsedTimer clock;
    clock.start();
    refresh();
    cost_ = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    since_.start();
}

void View::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (dirty_) markDirty();
}

void View::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    applyTheme();
    markDirty();
}

}  // namespace orrery
