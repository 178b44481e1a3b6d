// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QString>

class QSystemTrayIcon;
class QWidget;

namespace orrery {

/// Says that a run has ended to somebody who looks elsewhere: the window asks for attention, and a
/// desktop that shows messages shows one. GUI thread only.
class RunNotice : public QObject {
    Q_OBJECT

public:
    explicit RunNotice(QWidget* window);
    /// Nothing while the window is the active one.
    void tell(const QString& title, const QString& text);
    /// What was told last.
    const QString& told() const { return told_; }

private:
    QWidget* window_;
    QSystemTrayIcon* tray_ = nullptr;
    QString told_;
};

}  // namespace orrery
