// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/guarded_application.h"

#include <exception>

namespace orrery {

bool GuardedApplication::notify(QObject* receiver, QEvent* event) {
    try {
        return QApplication::notify(receiver, event);
    } catch (const std::exception& error) {
        Q_EMIT failed(QString::fromUtf8(error.what()));
        return true;
    }
}

}  // namespace orrery
