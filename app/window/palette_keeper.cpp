// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/palette_keeper.h"

#include <QApplication>
#include <QEvent>
#include <QPalette>

#include "widgets/palette/chart_theme.h"

namespace orrery {

namespace {

// Only the one role is set: the others go on following the desktop.
void keep() {
    const QPalette now = QApplication::palette(), wanted = readablePalette(now);
    if (wanted == now) return;
    QPalette roles;
    for (const auto group : {QPalette::Active, QPalette::Inactive})
        roles.setColor(group, QPalette::PlaceholderText,
                       wanted.color(group, QPalette::PlaceholderText));
    QApplication::setPalette(roles.resolve(now));
}

}  // namespace

PaletteKeeper::PaletteKeeper() {
    qApp->installEventFilter(this);
    keep();
}

bool PaletteKeeper::eventFilter(QObject* watched, QEvent* event) {
    if (watched == qApp && event->type() == QEvent::ApplicationPaletteChange) keep();
    return false;
}

}  // namespace orrery
