// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/experts/expert_filter.h"

#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "widgets/experts/expert_table_model.h"
#include "widgets/unknown_last.h"

namespace orrery {

ExpertFilter::ExpertFilter(QObject* parent) : QSortFilterProxyModel(parent) {
    setSortRole(ExpertTableModel::sort_role);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

void ExpertFilter::setLayer(int layer) {
    if (layer == layer_) return;
    layer_ = layer;
    invalidateFilter();
}

void ExpertFilter::setWords(const QString& text) {
    static const QRegularExpression comparison(QStringLiteral("^(\\w+)([<>=])(-?[\\d.,eE+-]+)$"));
    wanted_.clear();
    unwanted_.clear();
    comparisons_.clear();
    unknown_.clear();
    for (const QString& word : text.split(u' ', Qt::SkipEmptyParts)) {
        if (const auto match = comparison.match(word); match.hasMatch()) {
            bool number = false;
            const double value = match.captured(3).replace(u',', u'.').toDouble(&number);
            const auto column = columnOf(match.captured(1));
            if (column && number)
                comparisons_.push_back({*column, match.captured(2)[0], value});
            else if (unknown_.isEmpty())
                unknown_ = word;
        } else if (word.startsWith(u'-') && word.size() > 1) {
            unwanted_ << word.mid(1);
        } else {
            wanted_ << word;
        }
    }
    invalidateFilter();
}

bool ExpertFilter::Comparison::holds(const ExpertRow& row) const {
    const double number = row.number(column);
    if (std::isnan(number)) return false;
    return sign == u'<' ? number < value : sign == u'>' ? number > value : number == value;
}

bool ExpertFilter::filterAcceptsRow(int row, const QModelIndex&) const {
    const auto* experts = static_cast<const ExpertTableModel*>(sourceModel());
    const ExpertRow& expert = experts->row(row);
    if (layer_ >= 0 && expert.id.layer != layer_) return false;
    const QString text = experts->index(row, 0).data(ExpertTableModel::search_role).toString();
    const auto in_text = [&](const QString& word) {
        return text.contains(word, Qt::CaseInsensitive);
    };
    return std::ranges::all_of(wanted_, in_text) && std::ranges::none_of(unwanted_, in_text) &&
           std::ranges::all_of(comparisons_, [&](const auto& each) { return each.holds(expert); });
}

bool ExpertFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    return numberStandsBefore(left, right, sortRole(), sortOrder())
        .value_or(QSortFilterProxyModel::lessThan(left, right));
}

}  // namespace orrery
