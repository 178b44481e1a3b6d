// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QFrame>

#include "widgets/config/pending_changes.h"

class QLabel;
class QPushButton;

namespace orrery {

/// Says what the form has otherwise than the run that trains, and offers to apply it or to take it
/// back. Hidden while there is no such change. GUI thread only.
class PendingBar : public QFrame {
    Q_OBJECT

public:
    explicit PendingBar(QWidget* parent = nullptr);

    void setPending(const PendingChanges& pending);
    QString text() const;

Q_SIGNALS:
    void applyRequested();
    void revertRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void recolor();

    QLabel* text_;
    QPushButton *apply_, *revert_;
};

}  // namespace orrery
