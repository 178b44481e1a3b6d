// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traces/trace_difference.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>

#include "widgets/palette/color_map.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

struct DifferenceWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::TraceDifference)
};

/// The share of a cell's experts that the other one does not have.
double gapOf(const TraceCell& cell, const TraceCell& other) {
    const auto missing = std::ranges::count_if(
        cell.experts, [&](std::int32_t expert) { return other.rankOf(expert) < 0; });
    return static_cast<double>(missing) / static_cast<double>(cell.experts.size());
}

QString percent(double share) {
    return decimalText(100 * share, 'f', share > 0 && share < 0.0995 ? 1 : 0);
}

}  // namespace

TraceDifference differenceOf(const Trace& trace, const Trace& other) {
    TraceDifference difference;
    if (!isConsistent(trace) || !isConsistent(other)) {
        difference.problem = DifferenceWords::tr("A trace is corrupt.");
    } else if (trace.pieces != other.pieces) {
        difference.problem = DifferenceWords::tr(
            "The two models tokenize the text differently: the traces can't be compared.");
    } else if (trace.layers != other.layers) {
        difference.problem =
            DifferenceWords::tr("The two models have different numbers of layers (%1 and %2).")
                .arg(trace.layers)
                .arg(other.layers);
    }
    if (!difference.problem.isEmpty()) return difference;
    difference.by_layer.assign(static_cast<std::size_t>(trace.layers), 0);
    for (int token = 0; token < tokenCount(trace); ++token) {
        bool changed = false;
        for (int layer = 0; layer < trace.layers; ++layer) {
            const TraceCell cell = cellOf(trace, token, layer), its = cellOf(other, token, layer);
            const double gap = gapOf(cell, its);
            changed |= cell.experts[0] != its.experts[0];
            difference.cells.push_back(static_cast<float>(gap));
            difference.by_layer[static_cast<std::size_t>(layer)] += gap / tokenCount(trace);
            difference.share += gap / tokenCount(trace) / trace.layers;
        }
        difference.changed_tokens += changed;
    }
    return difference;
}

QString describeDifference(const TraceDifference& difference) {
    if (!difference.problem.isEmpty()) return difference.problem;
    QStringList layers;
    for (std::size_t layer = 0; layer < difference.by_layer.size(); ++layer)
        layers << DifferenceWords::tr("layer %1: %2 %")
                      .arg(layer)
                      .arg(percent(difference.by_layer[layer]));
    return DifferenceWords::
        tr("%1 % of the selections differ (%2); %n tokens have another top-1 expert in some layer",
           nullptr, difference.changed_tokens)
            .arg(percent(difference.share), layers.join(QStringLiteral(", ")));
}

void paintComparedCell(QPainter& painter, const QRectF& rect, const TraceCell& cell,
                       const TraceCell& other, const ChartTheme& theme,
                       const std::optional<TraceMark>& mark, int layer) {
    const bool mine = mark && mark->layer == layer;
    const bool first = cell.experts[0] != other.experts[0];
    QRectF own = rect;
    if (first) own.setWidth(rect.width() * 0.56);
    paintTraceCell(painter, own, cell, theme, mine ? std::optional(mark->in(cell)) : std::nullopt,
                   mark && !mine);
    if (first) {
        const QRectF its = QRectF(own.topRight(), rect.bottomRight()).adjusted(0, 1, -1, -1);
        const bool grayed = mark && !(mine && mark->in(other) >= 0);
        const QColor fill = grayed ? mixColors(theme.background, theme.grid, 0.8)
                                   : expertColor(other.experts[0], theme.dark);
        painter.fillRect(its, fill);
        painter.setPen(grayed ? theme.faint_text : inkOn(fill));
        painter.drawText(its, Qt::AlignCenter, QString::number(other.experts[0]));
    }
    const double gap = gapOf(cell, other);
    if (gap <= 0) return;
    const double side = rect.height() * (0.2 + 0.25 * gap);
    const QPointF corner = rect.topRight() + QPointF(-1, 1);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.warning);
    painter.drawPolygon(QPolygonF{corner, corner - QPointF(side, 0), corner + QPointF(0, side)});
}

}  // namespace orrery
