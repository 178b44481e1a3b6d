// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/window_memory.h"

#include <QMainWindow>
#include <QScreen>

#include "app/window/window_settings.h"
#include "app/window/workspace.h"

namespace orrery {

namespace {

const QSize kFirstSize{1560, 940};
// What a window manager puts around it.
const QSize kFrame{16, 48};
constexpr Perspective kPerspectives[] = {Perspective::train, Perspective::explore,
                                         Perspective::compare};

}  // namespace

void restoreLayouts(QMainWindow& window, Workspace& workspace, const WindowSettings& settings) {
    window.resize(kFirstSize.boundedTo(window.screen()->availableSize() - kFrame));
    window.restoreGeometry(settings.geometry());
    for (const Perspective each : kPerspectives)
        workspace.setLayout(each, settings.layout(perspectiveName(each)));
    workspace.setMetricPanels(settings.metricPanels());
    for (const Perspective each : {Perspective::explore, Perspective::compare})
        if (settings.perspective() == perspectiveName(each)) workspace.setPerspective(each);
}

void saveLayouts(const QMainWindow& window, const Workspace& workspace, WindowSettings& settings) {
    settings.saveGeometry(window.saveGeometry());
    for (const Perspective each : kPerspectives)
        settings.saveLayout(perspectiveName(each), workspace.layout(each));
    settings.saveMetricPanels(workspace.metricPanels());
    settings.savePerspective(perspectiveName(workspace.perspective()));
}

}  // namespace orrery
