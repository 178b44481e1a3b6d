// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traces/trace_layout.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/palette/color_map.h"
#include "widgets/palette/visible_text.h"
#include "widgets/status/run_words.h"
#include "widgets/traces/trace_difference.h"

namespace orrery {
namespace {

struct TraceWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::Traces)
};

constexpr double kBlockGap = 14;
constexpr double kMargin = 6;

struct FigurePlan {
    int blocks = 1;
    int rows = 1;  // of the tallest block
    double scale = 0;
};

// The number of blocks that lets the table be drawn largest, though never above its natural size.
FigurePlan planFigure(const QSizeF& size, int tokens, int layers, const TraceGeometry& cells) {
    const double width = cells.token_width + layers * cells.cell_width;
    FigurePlan best;
    for (int blocks = 1; blocks <= std::max(1, tokens); ++blocks) {
        const int rows = (tokens + blocks - 1) / blocks;
        const double total = blocks * width + (blocks - 1) * kBlockGap;
        const double height = cells.header_height + rows * cells.row_height;
        const double scale = std::min({1.0, size.width() / total, size.height() / height});
        if (scale > best.scale) best = {blocks, rows, scale};
        if (total > size.width() * 12 && scale < best.scale) break;
    }
    return best;
}

TraceGeometry naturalGeometry(const QPainter& painter, const Trace& trace, bool two) {
    const QFontMetricsF metrics(painter.font(), painter.device());
    TraceGeometry cells;
    cells.row_height = std::ceil(metrics.height() * 1.45);
    cells.header_height = std::ceil(metrics.height() * 1.6);
    const QString widest_expert(QString::number(std::max(10, trace.experts_per_layer)).size(),
                                u'0');
    cells.cell_width = std::ceil(metrics.horizontalAdvance(widest_expert) + 12);
    if (two) cells.cell_width *= 1.6;
    double widest = metrics.horizontalAdvance(TraceWords::tr("Token"));
    for (int token = 0; token < tokenCount(trace); ++token)
        widest = std::max(widest, metrics.horizontalAdvance(tokenText(trace, token)));
    cells.token_width = std::ceil(std::min(widest, metrics.averageCharWidth() * 24) + 14);
    return cells;
}

void paintBlock(QPainter& painter, const Trace& trace, int first, int last,
                const TraceGeometry& cells, const std::optional<TraceMark>& mark,
                const ChartTheme& theme, const Trace* other) {
    painter.setPen(theme.faint_text);
    for (int layer = 0; layer < trace.layers; ++layer) {
        const QRectF header(cells.token_width + layer * cells.cell_width, 0, cells.cell_width,
                            cells.header_height);
        painter.drawText(header, Qt::AlignCenter, QStringLiteral("L%1").arg(layer));
    }
    const QFontMetricsF metrics(painter.font(), painter.device());
    for (int token = first; token < last; ++token) {
        const double y = cells.header_height + (token - first) * cells.row_height;
        painter.setPen(isWritten(trace, token) ? theme.accent : theme.text);
        const QString text =
            metrics.elidedText(tokenText(trace, token), Qt::ElideRight, cells.token_width - 8);
        painter.drawText(QRectF(0, y, cells.token_width - 6, cells.row_height),
                         Qt::AlignRight | Qt::AlignVCenter, text);
        for (int layer = 0; layer < trace.layers; ++layer) {
            const QRectF rect(cells.token_width + layer * cells.cell_width, y, cells.cell_width,
                              cells.row_height);
            const bool mine = mark && mark->layer == layer;
            const TraceCell cell = cellOf(trace, token, layer);
            if (other)
                paintComparedCell(painter, rect, cell, cellOf(*other, token, layer), theme, mark,
                                  layer);
            else
                paintTraceCell(painter, rect, cell, theme,
                               mine ? std::optional(mark->in(cell)) : std::nullopt, mark && !mine);
            if (mine && mark->wholeIn(cell)) paintWholeSet(painter, rect, theme);
        }
    }
}

/// Of a note at the lower end.
double noteHeight(const QPainter& painter, double width, const QString& note) {
    if (note.isEmpty()) return 0;
    const QFontMetricsF metrics(painter.font(), painter.device());
    return metrics.boundingRect(QRectF(0, 0, width, 1e4), Qt::TextWordWrap, note).height() +
           kMargin;
}

/// How many tokens are drawn, and how: all, or as many as fit at the size of the text.
struct TracePlan {
    int tokens = 0;
    FigurePlan blocks;
    QString note;
};

TracePlan planTrace(const QPainter& painter, const QSizeF& size, const Trace& trace,
                    const TraceGeometry& cells, const QString& note) {
    const auto plan = [&](int tokens, const QString& said) {
        const QSizeF room(size.width(), size.height() - noteHeight(painter, size.width(), said));
        return planFigure(room, tokens, trace.layers, cells);
    };
    const int all = tokenCount(trace);
    TracePlan made{all, plan(all, note), note};
    if (made.blocks.scale >= 1) return made;
    for (int tokens = all - 1; tokens > 0; --tokens) {
        const QString said =
            TraceWords::tr("The first %1 of %2 tokens.").arg(tokens).arg(all) + u' ' + note;
        const FigurePlan blocks = plan(tokens, said);
        if (blocks.scale >= 1) return {tokens, blocks, said};
    }
    return made;  // not even one has room: smaller than asked
}

}  // namespace

int TraceCell::rankOf(int expert) const {
    const auto found = std::find(experts.begin(), experts.end(), expert);
    return found == experts.end() ? -1 : static_cast<int>(found - experts.begin());
}

int tokenCount(const Trace& trace) {
    return static_cast<int>(trace.pieces.size());
}

bool isConsistent(const Trace& trace) {
    if (trace.layers < 1 || trace.top_k < 1) return false;
    if (trace.written_tokens < 0 || trace.written_tokens > std::ssize(trace.pieces)) return false;
    const std::size_t cells = trace.pieces.size() * static_cast<std::size_t>(trace.layers) *
                              static_cast<std::size_t>(trace.top_k);
    return trace.experts.size() == cells && trace.gates.size() == cells;
}

int TraceMark::in(const TraceCell& cell) const {
    for (const std::int32_t expert : cell.experts)
        if (std::ranges::find(experts, expert) != experts.end()) return expert;
    return -1;
}

bool TraceMark::wholeIn(const TraceCell& cell) const {
    return experts.size() > 1 &&
           std::ranges::all_of(experts, [&cell](int expert) { return cell.rankOf(expert) >= 0; });
}

bool isWritten(const Trace& trace, int token) {
    return token >= tokenCount(trace) - trace.written_tokens;
}

void paintWholeSet(QPainter& painter, const QRectF& rect, const ChartTheme& theme) {
    painter.setPen(QPen(theme.text, 1.6));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(1.5, 1.5, -1.5, -1.5));
}

TraceCell cellOf(const Trace& trace, int token, int layer) {
    const auto k = static_cast<std::size_t>(trace.top_k);
    const std::size_t start =
        (static_cast<std::size_t>(token) * static_cast<std::size_t>(trace.layers) +
         static_cast<std::size_t>(layer)) *
        k;
    return {std::span(trace.experts).subspan(start, k), std::span(trace.gates).subspan(start, k)};
}

QString tokenText(const Trace& trace, int token) {
    return visibleText(trace.pieces[static_cast<std::size_t>(token)]);
}

QString describeCell(const Trace& trace, int token, int layer) {
    const auto index = static_cast<std::size_t>(token);
    QString head =
        TraceWords::tr("Token %1 \u201c%2\u201d").arg(token + 1).arg(tokenText(trace, token));
    if (index < trace.token_ids.size())
        head += TraceWords::tr(" (id %1)").arg(trace.token_ids[index]);
    if (isWritten(trace, token)) head += TraceWords::tr(", written by the model");
    QStringList lines{TraceWords::tr("%1, layer %2").arg(head).arg(layer)};
    const TraceCell cell = cellOf(trace, token, layer);
    for (std::size_t rank = 0; rank < cell.experts.size(); ++rank)
        lines << TraceWords::tr("Expert %1, gate %2")
                     .arg(cell.experts[rank])
                     .arg(decimalText(static_cast<double>(cell.gates[rank]), 'f', 3));
    return lines.join(QLatin1Char('\n'));
}

void paintTraceCell(QPainter& painter, const QRectF& rect, const TraceCell& cell,
                    const ChartTheme& theme, std::optional<int> marked_expert, bool grayed) {
    const QRectF inner = rect.adjusted(1, 1, -1, -1);
    const int rank = marked_expert ? cell.rankOf(*marked_expert) : -1;
    const bool gray = grayed || (marked_expert && rank < 0);
    const QColor dull = mixColors(theme.background, theme.grid, 0.8);
    const double strip = std::clamp(rect.height() * 0.16, 2.0, 5.0);
    const QRectF body = inner.adjusted(0, 0, 0, -strip);
    const QColor fill = gray ? dull : expertColor(cell.experts[0], theme.dark);
    painter.fillRect(body, fill);
    double left = inner.left();
    for (std::size_t i = 0; i < cell.experts.size(); ++i) {
        const double width = inner.width() * std::clamp<double>(cell.gates[i], 0, 1);
        const QRectF part(left, body.bottom(), std::min(width, inner.right() - left), strip);
        const bool bright = !gray && (rank < 0 || static_cast<int>(i) == rank);
        painter.fillRect(part, bright ? mixColors(expertColor(cell.experts[i], theme.dark),
                                                  theme.dark ? Qt::white : Qt::black, 0.25)
                                      : mixColors(dull, theme.axis, 0.25));
        left += width;
    }
    // Where the marked expert is not the first, its own number is what the reader looks for.
    const std::int32_t shown =
        rank > 0 ? cell.experts[static_cast<std::size_t>(rank)] : cell.experts[0];
    painter.setPen(gray ? theme.faint_text : inkOn(fill));
    painter.drawText(body, Qt::AlignCenter, QString::number(shown));
    if (rank < 0) return;
    painter.setPen(QPen(theme.accent, 1.6));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(inner.adjusted(0.5, 0.5, -0.5, -0.5));
}

void paintTraceFigure(QPainter& painter, const QSizeF& size, const Trace& trace,
                      const std::optional<TraceMark>& mark, const ChartTheme& theme,
                      const Trace* other, const QString& note) {
    painter.save();
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    const TraceGeometry cells = naturalGeometry(painter, trace, other != nullptr);
    const QSizeF room(size.width() - 2 * kMargin, size.height() - 2 * kMargin);
    const TracePlan whole = planTrace(painter, room, trace, cells, note);
    const int tokens = whole.tokens;
    const FigurePlan& plan = whole.blocks;
    painter.translate(kMargin, kMargin);
    painter.setPen(theme.faint_text);
    painter.drawText(QRectF(QPointF(0, 0), room), Qt::AlignBottom | Qt::TextWordWrap, whole.note);
    painter.scale(plan.scale, plan.scale);
    const double width = cells.token_width + trace.layers * cells.cell_width + kBlockGap;
    for (int first = 0; first < tokens; first += plan.rows) {
        paintBlock(painter, trace, first, std::min(first + plan.rows, tokens), cells, mark, theme,
                   other);
        painter.translate(width, 0);
    }
    painter.restore();
}

}  // namespace orrery
