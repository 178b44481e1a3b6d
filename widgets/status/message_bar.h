// SPDX-License-Identifier: GPL-3.0-or-later
// One message across the window that blocks nothing: what happened, and at most two things to do
// about it.
#pragma once
#include <QFrame>
#include <QPointer>
#include <functional>
#include <vector>

#include "core/events/events.h"

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace orrery {

class MessageBar : public QFrame {
    Q_OBJECT

public:
    struct Choice {
        QString label;  // with a mnemonic
        std::function<void()> act;
    };

    explicit MessageBar(QWidget* parent = nullptr);
    /// Replaces what it showed. A choice closes the bar; so does Esc or its close button.
    void showMessage(Severity severity, const QString& text, std::vector<Choice> choices = {});
    /// Lies over the lower end of a widget from here on, whose layout it leaves alone.
    void floatOver(QWidget* host);
    QString text() const;
    Severity severity() const { return severity_; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void recolor();
    void place();

    Severity severity_ = Severity::info;
    QPointer<QWidget> host_;
    QLabel* icon_;
    QLabel* text_;
    QHBoxLayout* buttons_;
};

}  // namespace orrery
