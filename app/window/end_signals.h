// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QSocketNotifier>

namespace orrery {

/// Tells of the signals by which a system or a user asks the program to end (SIGTERM, SIGINT, and
/// SIGHUP unless it is ignored), once; a second signal ends it at once. One in a process, GUI
/// thread.
class EndSignals : public QObject {
    Q_OBJECT

public:
    explicit EndSignals(QObject* parent = nullptr);

Q_SIGNALS:
    void received();

private:
    QSocketNotifier notifier_;
};

}  // namespace orrery
