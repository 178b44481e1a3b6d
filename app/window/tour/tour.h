// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QDialog>
#include <QString>

class QLabel;
class QPushButton;

namespace orrery {

class Workspace;

/// A small window beside the docks: what is seen in one of them, or, as a tour, in one after the
/// other. It blocks nothing. GUI thread only.
class Tour : public QDialog {
    Q_OBJECT

public:
    Tour(Workspace* workspace, QWidget* parent);

    void begin();
    /// One dock alone, by its name.
    void explain(const QString& dock);
    QString dock() const { return dock_; }

Q_SIGNALS:
    void glossaryRequested(const QString& term);

private:
    void showDock(const QString& dock);
    void go(int by);
    void standBeside(const QWidget& dock);

    Workspace* workspace_;
    QString dock_;
    int stop_ = -1;  // of the tour; -1 = one dock alone
    QLabel *title_, *text_;
    QPushButton *back_, *next_;
};

}  // namespace orrery
