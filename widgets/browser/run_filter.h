// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QSortFilterProxyModel>
#include <QStringList>

namespace orrery {

/// Rows of a RunTableModel that hold every word; a word after a minus must be absent. What is not
/// known stands last, whichever way it is sorted.
class RunFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit RunFilter(QObject* parent = nullptr);
    void setWords(const QString& text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QStringList wanted_, unwanted_;
};

}  // namespace orrery
