// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QStringList>

class QHeaderView;
class QMenu;
class QTableView;

namespace orrery {

class RunTableModel;

/// Which columns the run list shows: its own, and any fields of the configuration. Remembered
/// between starts. GUI thread only.
class RunColumns : public QObject {
    Q_OBJECT

public:
    RunColumns(QTableView* table, RunTableModel* model, QObject* parent = nullptr);

    void show(int column, bool shown);
    void setSettings(const QStringList& keys);
    /// The choice as a menu, filled when it is opened.
    QMenu* menu() const { return menu_; }

Q_SIGNALS:
    /// Their values are wanted.
    void settingsChanged(const QStringList& keys);

private:
    void fillMenu();
    void remember() const;
    void recall();

    QTableView* table_;
    RunTableModel* model_;
    QMenu* menu_;
};

}  // namespace orrery
