// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QStringList>
#include <functional>

class QMenu;

namespace orrery {

/// Fills a menu with scalars by group, those of layers by their kind, as the metrics view lists
/// them; `chosen` hears the name. GUI thread.
void fillScalarMenu(QMenu& menu, const QStringList& scalars,
                    const std::function<void(const QString& name)>& chosen);

}  // namespace orrery
