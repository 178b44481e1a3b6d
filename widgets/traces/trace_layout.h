// SPDX-License-Identifier: GPL-3.0-or-later
// Where the cells of a trace stand and how they are drawn, on the screen and in figures. Values
// only.
#pragma once
#include <QRectF>
#include <QString>
#include <optional>
#include <span>
#include <vector>

#include "core/events/events.h"
#include "widgets/palette/chart_theme.h"

class QPainter;

namespace orrery {

struct TraceCell;

/// Experts of one layer that stay in color while all others are grayed.
struct TraceMark {
    int layer = -1;
    std::vector<int> experts = {};
    /// The best of them in a cell; -1 = none is in it.
    int in(const TraceCell& cell) const;
    /// Several, and all of them are in it.
    bool wholeIn(const TraceCell& cell) const;
    bool operator==(const TraceMark&) const = default;
};

/// Sizes of a table of tokens (rows) by layers (columns), in the painter's units.
struct TraceGeometry {
    double token_width = 90;
    double cell_width = 48;
    double row_height = 20;
    double header_height = 22;
};

/// What a trace holds for one token in one layer, best expert first.
struct TraceCell {
    std::span<const std::int32_t> experts;  // [k]
    std::span<const float> gates;           // [k]
    /// The rank of an expert, or -1.
    int rankOf(int expert) const;
};

/// False when a trace's sizes contradict each other (then nothing of it is drawn).
bool isConsistent(const Trace& trace);
int tokenCount(const Trace& trace);
TraceCell cellOf(const Trace& trace, int token, int layer);
/// The model wrote it behind the text.
bool isWritten(const Trace& trace, int token);
/// The token's text with spaces, tabs and line ends made visible.
QString tokenText(const Trace& trace, int token);
/// "Token 3 'fox' (id 412), layer 2: expert 17 (gate 0.62), 4 (0.21) ..."
QString describeCell(const Trace& trace, int token, int layer);

/// One cell: the color and number of its first expert, and below it a strip that divides the cell
/// among the experts by their gates.
void paintTraceCell(QPainter& painter, const QRectF& rect, const TraceCell& cell,
                    const ChartTheme& theme, std::optional<int> marked_expert, bool grayed);
/// A frame around a cell that holds all experts of a set.
void paintWholeSet(QPainter& painter, const QRectF& rect, const ChartTheme& theme);
/// The table at (0, 0, size), in as many blocks side by side as suit the size: all tokens, or where
/// they would be smaller than the painter's font the first ones that fit, which is said.
/// `other`: the same tokens by another model, to compare with; nullptr = none. `note` stands below
/// it.
void paintTraceFigure(QPainter& painter, const QSizeF& size, const Trace& trace,
                      const std::optional<TraceMark>& mark, const ChartTheme& theme,
                      const Trace* other = nullptr, const QString& note = {});

}  // namespace orrery
