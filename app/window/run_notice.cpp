// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run_notice.h"

#include <QApplication>
#include <QSystemTrayIcon>
#include <QWidget>

namespace orrery {

RunNotice::RunNotice(QWidget* window) : QObject(window), window_(window) {}

void RunNotice::tell(const QString& title, const QString& text) {
    if (window_->isActiveWindow()) return;
    told_ = title + u' ' + text;
    QApplication::alert(window_);
    if (!QSystemTrayIcon::isSystemTrayAvailable() || !QSystemTrayIcon::supportsMessages()) return;
    if (!tray_) {
        tray_ = new QSystemTrayIcon(QApplication::windowIcon(), this);
        connect(tray_, &QSystemTrayIcon::messageClicked, window_, [this] {
            window_->raise();
            window_->activateWindow();
        });
    }
    tray_->show();
    tray_->showMessage(title, text, QApplication::windowIcon());
}

}  // namespace orrery
