// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QApplication>

namespace orrery {

/// An application that no slot and no event handler ends by throwing, as one does that reads a
/// damaged file while it draws: what was thrown is told, and the event counts as answered.
class GuardedApplication : public QApplication {
    Q_OBJECT

public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override;

Q_SIGNALS:
    void failed(const QString& reason);
};

}  // namespace orrery
