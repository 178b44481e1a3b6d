// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/resources.h"

#include <QFile>

// Outside every namespace: the macro declares a function there.
static void initOrreryResources() {
    Q_INIT_RESOURCE(orrery);
}

namespace orrery {

void initResources() {
    initOrreryResources();
}

QString demoConfiguration() {
    QFile file(QStringLiteral(":/configs/demo.yaml"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace orrery
