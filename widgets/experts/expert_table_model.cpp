// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/experts/expert_table_model.h"

#include <algorithm>

namespace orrery {

namespace {

bool isText(ExpertColumn column) {
    return column == ExpertColumn::token || column == ExpertColumn::part;
}

}  // namespace

void ExpertTableModel::setRows(std::vector<ExpertRow> rows) {
    if (std::ranges::equal(rows, rows_, {}, &ExpertRow::id, &ExpertRow::id)) {
        rows_ = std::move(rows);
        if (!rows_.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kExpertColumns - 1));
        return;
    }
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

int ExpertTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ExpertTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kExpertColumns;
}

QVariant ExpertTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const ExpertRow& expert = row(index.row());
    const auto column = static_cast<ExpertColumn>(index.column());
    switch (role) {
        case Qt::DisplayRole:
            return expert.text(column);
        case Qt::TextAlignmentRole:
            return QVariant(
                Qt::AlignVCenter |
                (isText(column) || column == ExpertColumn::guild ? Qt::AlignLeft : Qt::AlignRight));
        case sort_role:
            if (isText(column)) return column == ExpertColumn::token ? expert.token : expert.part;
            return expert.number(column);
        case search_role:
            return QStringLiteral("%1\n%2\n%3").arg(expert.token, expert.part, expert.guild);
        default:
            return {};
    }
}

QVariant ExpertTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= kExpertColumns) return {};
    const auto column = static_cast<ExpertColumn>(section);
    if (role == Qt::DisplayRole) return columnTitle(column);
    if (role == Qt::ToolTipRole)
        return QStringLiteral("%1 (%2)").arg(columnHelp(column), columnKey(column));
    return {};
}

}  // namespace orrery
