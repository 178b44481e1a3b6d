// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/browser/run_filter.h"

#include <algorithm>
#include <cmath>

#include "widgets/browser/run_table_model.h"

namespace orrery {

RunFilter::RunFilter(QObject* parent) : QSortFilterProxyModel(parent) {
    setSortRole(RunTableModel::sort_role);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

void RunFilter::setWords(const QString& text) {
    wanted_.clear();
    unwanted_.clear();
    for (const QString& word : text.split(u' ', Qt::SkipEmptyParts)) {
        if (word.startsWith(u'-') && word.size() > 1)
            unwanted_ << word.mid(1);
        else
            wanted_ << word;
    }
    invalidateFilter();
}

bool RunFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QString text =
        sourceModel()->index(row, 0, parent).data(RunTableModel::search_role).toString();
    const auto in_text = [&](const QString& word) {
        return text.contains(word, Qt::CaseInsensitive);
    };
    return std::ranges::all_of(wanted_, in_text) && std::ranges::none_of(unwanted_, in_text);
}

bool RunFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const QVariant a = left.data(sortRole()), b = right.data(sortRole());
    if (a.typeId() != QMetaType::Double) return QSortFilterProxyModel::lessThan(left, right);
    const double x = a.toDouble(), y = b.toDouble();
    if (std::isnan(x) || std::isnan(y))
        return sortOrder() == Qt::AscendingOrder ? !std::isnan(x) && std::isnan(y)
                                                 : std::isnan(x) && !std::isnan(y);
    return x < y;
}

}  // namespace orrery
