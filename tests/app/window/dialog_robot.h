// SPDX-License-Identifier: GPL-3.0-or-later
// Answers the next modal dialog, as a user would, while the code under test waits in exec().
#pragma once
#include <QApplication>
#include <QTimer>
#include <functional>
#include <memory>

namespace orrery {

/// Calls `act` with the next modal dialog once it is there; `met()` says whether it came.
class DialogRobot {
public:
    explicit DialogRobot(std::function<void(QWidget*)> act) {
        timer_.setInterval(10);
        QObject::connect(&timer_, &QTimer::timeout, [this, act = std::move(act)] {
            QWidget* dialog = QApplication::activeModalWidget();
            if (!dialog || !dialog->isVisible()) return;
            timer_.stop();
            met_ = true;
            act(dialog);
        });
        timer_.start();
    }
    bool met() const { return met_; }

private:
    QTimer timer_;
    bool met_ = false;
};

}  // namespace orrery
