// SPDX-License-Identifier: GPL-3.0-or-later
// Two traces of one text, token by token. Values only.
#pragma once
#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

#include "widgets/traces/trace_layout.h"

namespace orrery {

struct TraceDifference {
    QString problem;               // why there is none; empty when there is one
    double share = 0;              // of the selections that the other trace does not have
    std::vector<double> by_layer;  // [L] the same in each layer
    std::vector<float> cells;      // [T, L] the same in each cell
    int changed_tokens = 0;        // whose first expert is another one in some layer
};

/// Experts are compared by their number: of two runs they are the same only when both began with
/// the same weights.
TraceDifference differenceOf(const Trace& trace, const Trace& other);
/// "12.5 % of the selections differ (layer 0: 3 %, layer 1: 22 %)"
QString describeDifference(const TraceDifference& difference);

/// A cell beside the other trace's: where the first experts differ both stand there; a corner marks
/// every cell that is not the same, the larger the more experts differ.
void paintComparedCell(QPainter& painter, const QRectF& rect, const TraceCell& cell,
                       const TraceCell& other, const ChartTheme& theme,
                       const std::optional<TraceMark>& mark, int layer);

}  // namespace orrery
