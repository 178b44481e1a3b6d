// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/guarded_application.h"

#include <exception>

#include "widgets/status/core_words.h"

namespace orrery {

bool GuardedApplication::notify(QObject* receiver, QEvent* event) {
    try {
        return QApplication::notify(receiver, event);
    } catch (const std::exception& error) {
        Q_EMIT failed(coreText(error));
        return true;
    }
}

}  // namespace orrery
