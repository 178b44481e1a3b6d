// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/dock_arrangement.h"

#include <QDockWidget>
#include <QMainWindow>

namespace orrery {

namespace {

constexpr int kConfigWidth = 400;
constexpr int kViewWidth = 600;
// What configuration and two columns of views want at least, and two rows of views.
constexpr int kThreeColumns = 1400, kTwoRows = 720;
// Below this the levers share the configuration's place.
constexpr int kLeversBelow = 800;

}  // namespace

QString perspectiveName(Perspective perspective) {
    constexpr const char* names[] = {"train", "explore", "compare"};
    return QLatin1String(names[static_cast<int>(perspective)]);
}

QStringList docksOf(Perspective perspective) {
    switch (perspective) {
        case Perspective::train:
            return {"config", "levers", "loss", "metrics", "experts", "galaxy",
                    "traces", "model",  "log",  "runs",    "ranks"};
        case Perspective::explore:
            return {"galaxy", "experts", "pairs",   "layers",    "table",
                    "traces", "loss",    "inspect", "playground"};
        case Perspective::compare:
            return {"compare", "runs", "study"};
    }
    return {};
}

Perspective homeOf(const QString& dock) {
    for (const Perspective each : {Perspective::train, Perspective::explore})
        if (docksOf(each).contains(dock)) return each;
    return Perspective::compare;
}

QDockWidget* DockArrangement::dock(const char* name) const {
    return host_->findChild<QDockWidget*>(QStringLiteral("dock.") + QLatin1String(name));
}

bool DockArrangement::narrow() const {
    return room_.width() < kThreeColumns;
}

bool DockArrangement::low() const {
    return room_.height() < kTwoRows;
}

void DockArrangement::showOwn(Perspective perspective) const {
    for (const QString& name : docksOf(perspective))
        dock(qPrintable(name))->show();
}

void DockArrangement::place(Perspective perspective) const {
    if (perspective == Perspective::train) placeTrain();
    if (perspective == Perspective::explore) placeExplore();
    if (perspective == Perspective::compare) placeCompare();
}

void DockArrangement::share(Perspective perspective) const {
    if (perspective == Perspective::train) shareTrain();
    if (perspective == Perspective::explore) shareExplore();
    if (perspective == Perspective::compare)
        host_->resizeDocks({dock("compare"), dock("runs")}, {640, 260}, Qt::Vertical);
}

// Where there is no room for three columns, what has pictures shares one place, and words another.
void DockArrangement::placeTrain() const {
    QDockWidget *config = dock("config"), *loss = dock("loss"), *experts = dock("experts"),
                *galaxy = dock("galaxy"), *traces = dock("traces"), *log = dock("log"),
                *runs = dock("runs"), *levers = dock("levers"), *ranks = dock("ranks");
    host_->addDockWidget(Qt::LeftDockWidgetArea, config);
    host_->splitDockWidget(config, loss, Qt::Horizontal);
    if (narrow()) {
        host_->splitDockWidget(loss, log, Qt::Vertical);
        host_->tabifyDockWidget(loss, experts);
        host_->tabifyDockWidget(experts, galaxy);
    } else {
        host_->splitDockWidget(loss, galaxy, Qt::Horizontal);
        host_->splitDockWidget(loss, experts, Qt::Vertical);
        host_->splitDockWidget(galaxy, log, Qt::Vertical);
    }
    host_->tabifyDockWidget(loss, dock("metrics"));
    host_->tabifyDockWidget(galaxy, traces);
    host_->tabifyDockWidget(traces, dock("model"));
    host_->tabifyDockWidget(log, runs);
    host_->tabifyDockWidget(runs, ranks);
    if (room_.height() < kLeversBelow)
        host_->tabifyDockWidget(config, levers);
    else
        host_->splitDockWidget(config, levers, Qt::Vertical);
    showOwn(Perspective::train);
    for (QDockWidget* front : {config, galaxy, loss, log})
        front->raise();
}

void DockArrangement::shareTrain() const {
    QDockWidget *config = dock("config"), *loss = dock("loss"), *experts = dock("experts"),
                *galaxy = dock("galaxy"), *log = dock("log");
    // Together: what one call leaves to the others would widen the configuration.
    const int rest = room_.width() - kConfigWidth;
    if (narrow())
        host_->resizeDocks({config, loss}, {kConfigWidth, rest}, Qt::Horizontal);
    else
        host_->resizeDocks({config, loss, galaxy}, {kConfigWidth, rest / 2, rest / 2},
                           Qt::Horizontal);
    if (room_.height() >= kLeversBelow)
        host_->resizeDocks({config, dock("levers")}, {5, 2}, Qt::Vertical);
    if (narrow()) return host_->resizeDocks({loss, log}, {3, 2}, Qt::Vertical);
    host_->resizeDocks({loss, experts}, {1, 1}, Qt::Vertical);
    host_->resizeDocks({galaxy, log}, {3, 2}, Qt::Vertical);
}

void DockArrangement::placeExplore() const {
    QDockWidget *galaxy = dock("galaxy"), *experts = dock("experts"), *traces = dock("traces"),
                *loss = dock("loss"), *inspect = dock("inspect"), *pairs = dock("pairs"),
                *layers = dock("layers"), *playground = dock("playground");
    host_->addDockWidget(Qt::LeftDockWidgetArea, galaxy);
    host_->splitDockWidget(galaxy, inspect, Qt::Horizontal);
    if (low()) {
        host_->tabifyDockWidget(galaxy, experts);
        host_->tabifyDockWidget(inspect, traces);
    } else {
        host_->splitDockWidget(galaxy, experts, Qt::Vertical);
        host_->splitDockWidget(inspect, traces, Qt::Vertical);
    }
    host_->tabifyDockWidget(experts, pairs);
    host_->tabifyDockWidget(experts, layers);
    host_->tabifyDockWidget(experts, dock("table"));
    host_->tabifyDockWidget(experts, loss);
    host_->tabifyDockWidget(traces, playground);
    showOwn(Perspective::explore);
    (low() ? galaxy : experts)->raise();
    inspect->raise();
}

void DockArrangement::shareExplore() const {
    QDockWidget *galaxy = dock("galaxy"), *inspect = dock("inspect");
    host_->resizeDocks({galaxy, inspect}, {kViewWidth, kViewWidth}, Qt::Horizontal);
    if (low()) return;
    host_->resizeDocks({galaxy, dock("experts")}, {3, 2}, Qt::Vertical);
    host_->resizeDocks({inspect, dock("traces")}, {3, 2}, Qt::Vertical);
}

void DockArrangement::placeCompare() const {
    QDockWidget *runs = dock("runs"), *compare = dock("compare"), *study = dock("study");
    host_->addDockWidget(Qt::LeftDockWidgetArea, compare);
    host_->splitDockWidget(compare, runs, Qt::Vertical);
    host_->tabifyDockWidget(compare, study);
    showOwn(Perspective::compare);
    compare->raise();
}

}  // namespace orrery
