// SPDX-License-Identifier: GPL-3.0-or-later
// A window as at the program's first start.
#pragma once
#include <QCoreApplication>

#include "app/window/resources.h"
#include "app/window/window_settings.h"

namespace orrery {

inline void nameProgram() {
    QCoreApplication::setOrganizationName("Orrery");
    QCoreApplication::setApplicationName("orrery");
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    initResources();
}

/// Forgets recent files, places and sizes of an earlier test.
inline void cleanDesk() {
    WindowSettings settings;
    settings.clearRecent();
    settings.saveGeometry({});
    settings.saveMetricPanels({});
    for (const char* name : {"train", "explore", "compare"})
        settings.saveLayout(QLatin1String(name), {});
    settings.saveSession({});
    settings.savePerspective({});
}

}  // namespace orrery
