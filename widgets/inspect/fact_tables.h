// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of facts as a figure and as text.
#pragma once
#include <QColor>
#include <QRectF>
#include <vector>

#include "widgets/inspect/inspect_facts.h"

class QPainter;

namespace orrery {

/// Beside and below each other in `area`, in the painter's font; what finds no room is left out.
void paintTables(QPainter& painter, const QRectF& area, const std::vector<FactTable>& tables,
                 const QColor& color);
/// A row for each row, with its table's title; the heads are rows, too.
QString tablesAsCsv(const std::vector<FactTable>& tables);

}  // namespace orrery
