// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QAbstractTableModel>

#include "widgets/experts/expert_columns.h"

namespace orrery {

/// Experts as rows. GUI thread only.
class ExpertTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        sort_role = Qt::UserRole,  // a double, NaN where nothing is known; or a text
        search_role                // every word of the row
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Rows of the same experts change in place: what is selected stays.
    void setRows(std::vector<ExpertRow> rows);
    const std::vector<ExpertRow>& rows() const { return rows_; }
    const ExpertRow& row(int index) const { return rows_[static_cast<std::size_t>(index)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<ExpertRow> rows_;
};

}  // namespace orrery
