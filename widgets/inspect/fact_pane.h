// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QStandardItemModel>
#include <QWidget>

#include "widgets/inspect/inspect_facts.h"

class QLabel;
class QTableView;

namespace orrery {

/// A table of facts below its title. GUI thread.
class FactPane : public QWidget {
    Q_OBJECT

public:
    explicit FactPane(QWidget* parent = nullptr);

    /// What is known already keeps its chosen row and its place. So does a row when more is known
    /// of the same experts, and its first cell that is new is current.
    void fill(const FactTable& table);
    void setTitle(const QString& title);
    const FactTable& facts() const { return facts_; }
    QTableView& table() { return *table_; }
    const QAbstractItemModel& model() const { return model_; }
    /// The experts of a row; empty experts where it has none, or for -1.
    ExpertSelection expertsOf(int row) const;
    /// Of the row that is current.
    ExpertSelection chosen() const;
    /// That its heads and usual numbers take. Not what it holds, or tables would jump from one
    /// expert to the next.
    int usualWidth() const;

Q_SIGNALS:
    /// A row about experts was clicked.
    void expertsChosen(const orrery::ExpertSelection& experts);

private:
    QLabel* title_;
    QTableView* table_;
    QStandardItemModel model_;
    FactTable facts_;
};

}  // namespace orrery
