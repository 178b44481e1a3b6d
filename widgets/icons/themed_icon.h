// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QIcon>
#include <QPalette>
#include <QString>

namespace orrery {

/// The icon of resources/icons/<name>.svg in the palette's text color, also grayed. A null icon
/// when there is none.
QIcon themedIcon(const QString& name, const QPalette& palette);
/// The program's own icon, in its own colors.
QIcon programIcon();

}  // namespace orrery
