// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/browser/run_filter.h"

#include <algorithm>

#include "widgets/browser/run_table_model.h"
#include "widgets/unknown_last.h"

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
    return numberStandsBefore(left, right, sortRole(), sortOrder())
        .value_or(QSortFilterProxyModel::lessThan(left, right));
}

}  // namespace orrery
