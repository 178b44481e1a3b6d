// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>

class QAction;
class QTextDocument;

namespace orrery {

class RunBrowser;

/// Lets two actions undo and redo what is done in the list of runs while that has the focus, and
/// edits of the configuration else. Goes with the first of the actions. GUI thread only.
class UndoActions : public QObject {
public:
    UndoActions(QAction* undo, QAction* redo, QTextDocument* text, RunBrowser* runs);

private:
    bool meansRuns() const;
    void update();

    QAction* undo_;
    QAction* redo_;
    QTextDocument* text_;
    RunBrowser* runs_;
};

}  // namespace orrery
