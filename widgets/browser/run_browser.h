// SPDX-License-Identifier: GPL-3.0-or-later
// All runs below a folder as a table: find, sort, tag, compare, throw away, go on. GUI thread only.
#pragma once
#include <QTimer>
#include <QUndoStack>
#include <QWidget>
#include <filesystem>
#include <vector>

#include "core/runs/run_notes.h"

class QLineEdit;
class QTableView;
class QToolButton;

namespace orrery {

class ElidedLabel;
class RunColumns;
class RunFilter;
class RunScanner;
class RunTableModel;

/// Reads in the background, and only while it can be seen.
class RunBrowser : public QWidget {
    Q_OBJECT

public:
    explicit RunBrowser(QWidget* parent = nullptr);
    ~RunBrowser() override;

    void setRoot(const std::filesystem::path& root);
    RunTableModel* model() const { return model_; }
    RunFilter* filter() const { return filter_; }
    QTableView* table() const { return table_; }
    QUndoStack* undoStack() { return &undo_; }
    RunColumns* columns() const { return columns_; }
    QAction* action(const char* name) const;
    /// Of the chosen rows, in the order on show.
    std::vector<std::filesystem::path> chosen() const;
    void choose(const std::vector<std::filesystem::path>& folders);
    void moveChosenToTrash();
    /// Of the chosen runs, wherever they are drawn: 0..7, or -1 for whichever is free.
    void colorChosen(int color);

Q_SIGNALS:
    void openRequested(const QString& folder);
    void compareRequested(const QStringList& folders);
    void reportRequested(const QStringList& folders);
    void cloneRequested(const QString& folder);  // its configuration into the form
    void rerunRequested(const QString& folder);  // with one change
    void continueRequested(
        const QString& folder);  // resume it, or begin a new run with its weights
    void rootChanged(const QString& folder);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void buildActions();
    void buildColorMenu();
    void buildTable();
    void buildLayout();
    QAction* add(const char* name, const QString& text, const QString& tip,
                 const QKeySequence& keys);
    void askRoot();
    void editNotes(const QString& folder, const RunNotes& notes);
    void editDone(const QString& failure);
    void updateState();
    QString countText() const;

    RunTableModel* model_;
    RunFilter* filter_;
    RunScanner* scanner_;
    RunColumns* columns_ = nullptr;
    QTableView* table_;
    QLineEdit* search_;
    ElidedLabel *count_, *message_;
    QToolButton* undo_button_;
    QUndoStack undo_;
    QTimer timer_;
    QString failure_;
};

}  // namespace orrery
