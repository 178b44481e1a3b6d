// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/undo_actions.h"

#include <QAction>
#include <QApplication>
#include <QTextDocument>
#include <QUndoStack>

#include "widgets/browser/run_browser.h"

namespace orrery {

UndoActions::UndoActions(QAction* undo, QAction* redo, QTextDocument* text, RunBrowser* runs)
    : QObject(undo), undo_(undo), redo_(redo), text_(text), runs_(runs) {
    connect(undo, &QAction::triggered, this,
            [this] { meansRuns() ? runs_->undoStack()->undo() : text_->undo(); });
    connect(redo, &QAction::triggered, this,
            [this] { meansRuns() ? runs_->undoStack()->redo() : text_->redo(); });
    connect(text, &QTextDocument::undoAvailable, this, &UndoActions::update);
    connect(text, &QTextDocument::redoAvailable, this, &UndoActions::update);
    connect(runs->undoStack(), &QUndoStack::indexChanged, this, &UndoActions::update);
    connect(qApp, &QApplication::focusChanged, this, &UndoActions::update);
    update();
}

bool UndoActions::meansRuns() const {
    return runs_->isAncestorOf(QApplication::focusWidget());
}

void UndoActions::update() {
    const bool runs = meansRuns();
    undo_->setEnabled(runs ? runs_->undoStack()->canUndo() : text_->isUndoAvailable());
    redo_->setEnabled(runs ? runs_->undoStack()->canRedo() : text_->isRedoAvailable());
}

}  // namespace orrery
