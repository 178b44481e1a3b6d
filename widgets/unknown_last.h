// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QModelIndex>
#include <QVariant>
#include <cmath>
#include <optional>

namespace orrery {

/// For lessThan() of a proxy model: of two numbers, one that is not known (NaN) stands last,
/// whichever way it is sorted. nullopt where they are no numbers.
inline std::optional<bool> numberStandsBefore(const QModelIndex& left, const QModelIndex& right,
                                              int role, Qt::SortOrder order) {
    const QVariant a = left.data(role), b = right.data(role);
    if (a.typeId() != QMetaType::Double || b.typeId() != QMetaType::Double) return std::nullopt;
    const double x = a.toDouble(), y = b.toDouble();
    if (std::isnan(x) || std::isnan(y))
        return order == Qt::AscendingOrder ? !std::isnan(x) && std::isnan(y)
                                           : std::isnan(x) && !std::isnan(y);
    return x < y;
}

}  // namespace orrery
