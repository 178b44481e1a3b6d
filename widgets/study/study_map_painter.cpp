// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/study_map_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/palette/color_map.h"
#include "widgets/plots/plot_style.h"

namespace orrery {

namespace {

constexpr double kMargin = 10;
constexpr double kLeastText = 0.6;  // of the font: smaller reads as dust

QString asText(const std::string& text) {
    return QString::fromStdString(text);
}

double widest(const std::vector<std::string>& words, const QFontMetricsF& metrics) {
    double width = 0;
    for (const std::string& word : words)
        width = std::max(width, metrics.horizontalAdvance(asText(word)));
    return width;
}

/// In the middle of the cell, as large as it fits; without the deviation where it does not.
void paintCellText(QPainter& painter, const QRectF& cell, const QString& text) {
    const QFont font = painter.font();
    const QFontMetricsF metrics(font, painter.device());
    for (const QString& words : {text, text.section(QStringLiteral(" ±"), 0, 0)}) {
        const double room = std::min((cell.width() - 6) / metrics.horizontalAdvance(words),
                                     (cell.height() - 2) / metrics.height());
        if (room < kLeastText) continue;
        painter.setFont(scaledFont(font, std::min(1.0, room)));
        painter.drawText(cell, Qt::AlignCenter, words);
        break;
    }
    painter.setFont(font);
}

std::vector<double> sharesOf(const StudyMap& map) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const double value : map.values)
        if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
    std::vector<double> shares;
    for (const double value : map.values)
        shares.push_back(high > low ? (high - value) / (high - low) : 0.5);
    return shares;
}

void paintCells(QPainter& painter, const StudyMap& map, const StudyMapLayout& layout,
                const ChartTheme& theme) {
    const std::vector<double> shares = sharesOf(map);
    for (std::size_t i = 0; i < map.values.size(); ++i) {
        const QRectF cell = layout.cell(i).adjusted(0, 0, -1, -1);
        const bool known = std::isfinite(map.values[i]);
        const QColor fill = known ? sequentialColor(0.1 + 0.9 * shares[i], theme.dark) : theme.grid;
        painter.fillRect(cell, fill);
        const QColor ink = known ? inkOn(fill) : map.failed[i] ? theme.warning : theme.faint_text;
        painter.setPen(ink);
        paintCellText(painter, cell, asText(map.texts[i]));
        if (!map.outlined[i]) continue;
        painter.setPen(QPen(ink, 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(cell.adjusted(2, 2, -2, -2));
    }
}

/// Lines between neighbors on different sides.
void paintBoundary(QPainter& painter, const StudyMap& map, const StudyMapLayout& layout,
                   const ChartTheme& theme) {
    painter.setPen(QPen(theme.warning, 3, Qt::SolidLine, Qt::RoundCap));
    const auto differ = [&](std::size_t a, std::size_t b) {
        return map.sides[a] >= 0 && map.sides[b] >= 0 && map.sides[a] != map.sides[b];
    };
    for (std::size_t i = 0; i < map.sides.size(); ++i) {
        const QRectF cell = layout.cell(i);
        const bool last_column = i % layout.columns + 1 == layout.columns;
        if (!last_column && differ(i, i + 1)) painter.drawLine(cell.topRight(), cell.bottomRight());
        if (i + layout.columns < map.sides.size() && differ(i, i + layout.columns))
            painter.drawLine(cell.bottomLeft(), cell.bottomRight());
    }
}

void paintLabels(QPainter& painter, const StudyMap& map, const StudyMapLayout& layout,
                 const ChartTheme& theme) {
    const QFontMetricsF metrics(painter.font(), painter.device());
    const auto fitted = [&](const std::string& text, double room) {
        return metrics.elidedText(asText(text), Qt::ElideMiddle, room);
    };
    painter.setPen(theme.text);
    const QRectF& grid = layout.grid;
    for (std::size_t column = 0; column < layout.columns; ++column) {
        const QRectF cell = layout.cell(column);
        painter.drawText(
            QRectF(cell.left(), grid.top() - layout.line - 3, cell.width(), layout.line),
            Qt::AlignCenter, fitted(map.columns[column], cell.width() - 4));
    }
    const double room = grid.left() - kMargin - 8;
    for (std::size_t row = 0; row < layout.rows; ++row) {
        const QRectF cell = layout.cell(row * layout.columns);
        painter.drawText(QRectF(kMargin, cell.top(), room, cell.height()),
                         Qt::AlignRight | Qt::AlignVCenter, fitted(map.rows[row], room));
    }
    painter.setPen(theme.faint_text);
    const double names = grid.top() - 2 * layout.line - 5;
    painter.drawText(QRectF(grid.left(), names, grid.width(), layout.line), Qt::AlignCenter,
                     fitted(map.x_name, grid.width()));
    painter.drawText(QRectF(kMargin, grid.top() - layout.line - 3, room, layout.line),
                     Qt::AlignRight | Qt::AlignVCenter, fitted(map.y_name, room));
}

}  // namespace

QRectF captionRect(const QString& caption, const QSizeF& size, const QFont& font) {
    const double width = size.width() - 2 * kMargin;
    const QFontMetricsF metrics(scaledFont(font, 0.9));
    const double height =
        metrics.boundingRect(QRectF(0, 0, width, 1e4), Qt::TextWordWrap, caption).height() + 2;
    return {kMargin, size.height() - height - 4, width, height};
}

void paintTitleAndCaption(QPainter& painter, const QSizeF& size, const QString& title,
                          const QString& caption, const ChartTheme& theme) {
    const QFont font = painter.font();
    QFont bold = font;
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme.text);
    const QFontMetricsF metrics(bold, painter.device());
    painter.drawText(QRectF(kMargin, 4, size.width() - 2 * kMargin, metrics.height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(title, Qt::ElideRight, size.width() - 2 * kMargin));
    painter.setFont(scaledFont(font, 0.9));
    painter.setPen(theme.faint_text);
    painter.drawText(captionRect(caption, size, font), Qt::TextWordWrap, caption);
    painter.setFont(font);
}

StudyMapLayout::StudyMapLayout(const StudyMap& map, const QSizeF& size, const QFont& font)
    : rows(map.rows.size()), columns(map.columns.size()) {
    const QFontMetricsF metrics(font);
    line = metrics.height();
    caption = captionRect(asText(map.caption), size, font);
    const double names =
        std::max(widest(map.rows, metrics), metrics.horizontalAdvance(asText(map.y_name)));
    const double left = kMargin + std::min(names + 10, size.width() * 0.35);
    const double top = 3 * line + 16;
    const double width = std::max(1.0, size.width() - left - kMargin);
    const double height = std::max(1.0, caption.top() - 8 - top);
    // Cells of a small study do not fill a large page.
    const double cell_width = std::min(width / static_cast<double>(columns), line * 14);
    const double cell_height = std::min(height / static_cast<double>(rows), line * 5);
    grid = {left, top, cell_width * static_cast<double>(columns),
            cell_height * static_cast<double>(rows)};
}

QRectF StudyMapLayout::cell(std::size_t index) const {
    const double width = grid.width() / static_cast<double>(columns);
    const double height = grid.height() / static_cast<double>(rows);
    return {grid.left() + width * static_cast<double>(index % columns),
            grid.top() + height * static_cast<double>(index / columns), width, height};
}

int StudyMapLayout::at(const QPointF& place) const {
    for (std::size_t i = 0; i < rows * columns; ++i)
        if (cell(i).contains(place)) return static_cast<int>(i);
    return -1;
}

void paintStudyMap(QPainter& painter, const QSizeF& size, const StudyMap& map,
                   const ChartTheme& theme, int marked) {
    painter.save();
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    paintTitleAndCaption(painter, size, asText(map.title), asText(map.caption), theme);
    const StudyMapLayout layout(map, size, painter.font());
    paintLabels(painter, map, layout, theme);
    paintCells(painter, map, layout, theme);
    paintBoundary(painter, map, layout, theme);
    if (marked >= 0 && marked < static_cast<int>(map.values.size())) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(layout.cell(static_cast<std::size_t>(marked)));
    }
    painter.restore();
}

}  // namespace orrery
