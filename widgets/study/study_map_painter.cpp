// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/study_map_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/palette/color_map.h"
#include "widgets/plots/plot_style.h"
#include "widgets/plots/qcustomplot.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

constexpr double kMargin = 10;
constexpr double kBar = 10;         // width of the color bar
constexpr int kBarTicks = 4;        // about so many
constexpr double kMostNames = 0.4;  // of the width, for the names of rows

QString asText(const std::string& text) {
    return QString::fromStdString(text);
}

double widest(const std::vector<std::string>& words, const QFontMetricsF& metrics) {
    double width = 0;
    for (const std::string& word : words)
        width = std::max(width, metrics.horizontalAdvance(asText(word)));
    return width;
}

QRectF boxOf(const QString& text, const QFont& font) {
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, 1e4, 1e4), Qt::AlignLeft, text);
}

/// In the middle of the cell, in two lines where one is too long, without the deviation where that
/// does not fit; the color bar tells what a smaller cell has.
void paintCellText(QPainter& painter, const QRectF& cell, const QString& text) {
    const QString mean = text.section(QStringLiteral(" ±"), 0, 0);
    QString lines = text;
    lines.replace(QStringLiteral(" ±"), QStringLiteral("\n±"));
    for (const QString& words : {text, lines, mean}) {
        const QRectF box = boxOf(words, painter.font());
        if (box.width() > cell.width() - 4 || box.height() > cell.height()) continue;
        painter.drawText(cell, Qt::AlignCenter, words);
        break;
    }
}

struct ValueEnds {
    double low = std::numeric_limits<double>::infinity(), high = -low;
};

ValueEnds endsOf(const StudyMap& map) {
    ValueEnds ends;
    for (const double value : map.values)
        if (std::isfinite(value))
            ends.low = std::min(ends.low, value), ends.high = std::max(ends.high, value);
    return ends;
}

/// 0 for the highest value, 1 for the lowest.
QColor colorAt(double share, const ChartTheme& theme) {
    return sequentialColor(0.1 + 0.9 * share, theme.dark);
}

std::vector<double> sharesOf(const StudyMap& map) {
    const auto [low, high] = endsOf(map);
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
        const QColor fill = known ? colorAt(shares[i], theme) : theme.grid;
        painter.fillRect(cell, fill);
        const QColor ink = known ? inkOn(fill) : map.failed[i] ? theme.warning : theme.faint_text;
        painter.setPen(ink);
        paintCellText(painter, cell, withDecimals(asText(map.texts[i])));
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

/// Ticks of the color bar with their words; of a map of one value that alone.
std::vector<std::pair<double, QString>> barTicks(const ValueEnds& ends) {
    if (!(ends.low <= ends.high)) return {};
    if (ends.low == ends.high) return {{ends.low, decimalText(ends.low, 'g', 4)}};
    QVector<double> places;
    QVector<QString> words;
    QCPAxisTicker ticker;
    ticker.setTickCount(kBarTicks);
    ticker.generate(QCPRange(ends.low, ends.high), numberLocale(), 'g', 6, places, nullptr, &words);
    std::vector<std::pair<double, QString>> ticks;
    for (qsizetype i = 0; i < places.size(); ++i)
        if (places[i] >= ends.low && places[i] <= ends.high)
            ticks.emplace_back(places[i], words[i]);
    return ticks;
}

void paintColorBar(QPainter& painter, const StudyMap& map, const StudyMapLayout& layout,
                   const ChartTheme& theme) {
    constexpr int kSteps = 64;
    const QRectF& bar = layout.bar;
    const ValueEnds ends = endsOf(map);
    const auto ticks = barTicks(ends);
    if (ticks.empty()) return;
    for (int step = 0; step < kSteps; ++step)
        painter.fillRect(QRectF(bar.left(), bar.top() + bar.height() * step / kSteps, bar.width(),
                                bar.height() / kSteps + 0.6),
                         colorAt(ends.low < ends.high ? (step + 0.5) / kSteps : 0.5, theme));
    double last = -1e9;
    for (auto tick = ticks.rbegin(); tick != ticks.rend(); ++tick) {
        const double share =
            ends.low < ends.high ? (ends.high - tick->first) / (ends.high - ends.low) : 0.5;
        const double y = bar.top() + share * bar.height();
        if (y - last < layout.line) continue;
        last = y;
        painter.setPen(QPen(theme.axis, 1));
        painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 3, y));
        painter.setPen(theme.text);
        painter.drawText(QRectF(bar.right() + 5, y - layout.line / 2, 200, layout.line),
                         Qt::AlignLeft | Qt::AlignVCenter, tick->second);
    }
    painter.setPen(theme.faint_text);
    painter.drawText(layout.bar_name, Qt::AlignRight | Qt::AlignBottom | Qt::TextWordWrap,
                     asText(map.value_name));
}

void paintColumnLabels(QPainter& painter, const StudyMap& map, const StudyMapLayout& layout) {
    const double top = layout.grid.top() - layout.labels - 3;
    for (std::size_t column = 0; column < layout.columns; ++column) {
        const QRectF cell = layout.cell(column);
        painter.save();
        painter.translate(cell.center().x(), top + layout.labels / 2);
        if (layout.upright) painter.rotate(-90);
        painter.drawText(QRectF(-500, -layout.line / 2, 1000, layout.line), Qt::AlignCenter,
                         asText(map.columns[column]));
        painter.restore();
    }
}

void paintLabels(QPainter& painter, const StudyMap& map, const StudyMapLayout& layout,
                 const ChartTheme& theme) {
    painter.setPen(theme.text);
    paintColumnLabels(painter, map, layout);
    const QRectF& grid = layout.grid;
    const double room = grid.left() - kMargin - 8;
    for (std::size_t row = 0; row < layout.rows; ++row) {
        const QRectF cell = layout.cell(row * layout.columns);
        painter.drawText(QRectF(kMargin, cell.top(), room, cell.height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         brokenText(asText(map.rows[row]), painter.font(), room));
    }
    painter.setPen(theme.faint_text);
    painter.drawText(layout.x_name, Qt::AlignCenter, layout.x_text);
    painter.drawText(QRectF(kMargin, grid.top() - 3 - layout.y_height, room, layout.y_height),
                     Qt::AlignRight | Qt::AlignBottom, layout.y_text);
}

}  // namespace

QRectF captionRect(const QString& caption, const QSizeF& size, const QFont& font) {
    const double width = size.width() - 2 * kMargin;
    const QFontMetricsF metrics(font);
    const double height =
        metrics.boundingRect(QRectF(0, 0, width, 1e4), Qt::TextWordWrap, caption).height() + 2;
    return {kMargin, size.height() - height - 4, width, height};
}

QRectF titleRect(const QString& title, const QSizeF& size, const QFont& font) {
    QFont bold = font;
    bold.setBold(true);
    const QRectF room(kMargin, 4, size.width() - 2 * kMargin, 1e4);
    const double height = QFontMetricsF(bold).boundingRect(room, Qt::TextWordWrap, title).height();
    return {room.left(), room.top(), room.width(), height + 1};
}

void paintTitleAndCaption(QPainter& painter, const QSizeF& size, const QString& title,
                          const QString& caption, const ChartTheme& theme) {
    const QFont font = painter.font();
    QFont bold = font;
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme.text);
    painter.drawText(titleRect(title, size, font), Qt::AlignLeft | Qt::TextWordWrap, title);
    painter.setFont(font);
    painter.setPen(theme.faint_text);
    painter.drawText(captionRect(caption, size, font), Qt::TextWordWrap, caption);
}

StudyMapLayout::StudyMapLayout(const StudyMap& map, const QSizeF& size, const QFont& font)
    : rows(map.rows.size()), columns(map.columns.size()) {
    const QFontMetricsF metrics(font);
    line = metrics.height();
    caption = captionRect(asText(map.caption), size, font);
    const double most = kMostNames * size.width() - kMargin - 8;
    const double names =
        std::max(widest(map.rows, metrics), metrics.horizontalAdvance(asText(map.y_name)));
    const double left = kMargin + std::min(names + 2, most) + 8;
    y_text = brokenText(asText(map.y_name), font, left - kMargin - 8);
    y_height = boxOf(y_text, font).height();
    double numbers = 0;
    for (const auto& [value, words] : barTicks(endsOf(map)))
        numbers = std::max(numbers, metrics.horizontalAdvance(words));
    const double beside = numbers > 0 ? kBar + numbers + 18 : 0;  // the color bar
    const double width = std::max(1.0, size.width() - left - kMargin - beside);
    // Cells of a small study do not fill a large page.
    const double cell_width = std::min(width / static_cast<double>(columns), line * 14);
    const double label = widest(map.columns, metrics);
    upright = label > cell_width - 3;
    labels = upright ? label : line;
    const double title = titleRect(asText(map.title), size, font).bottom() + 6;
    const double across = cell_width * static_cast<double>(columns);
    x_text = brokenText(asText(map.x_name), font, across);
    const double x_height = boxOf(x_text, font).height();
    bar_name = {left, title, across + (numbers > 0 ? beside : 0), 0};
    if (numbers > 0)
        bar_name.setHeight(metrics
                               .boundingRect(bar_name.adjusted(0, 0, 0, 1e4), Qt::TextWordWrap,
                                             asText(map.value_name))
                               .height());
    const double top =
        std::max(bar_name.bottom() + 2 + x_height + 3 + labels, title + y_height) + 3;
    x_name = {left, top - 6 - labels - x_height, across, x_height};
    bar_name.moveBottom(x_name.top() - 1);
    const double height = std::max(1.0, caption.top() - 8 - top);
    const double cell_height = std::min(height / static_cast<double>(rows), line * 5);
    grid = {left, top, across, cell_height * static_cast<double>(rows)};
    bar = {grid.right() + 10, top, kBar, grid.height()};
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
    paintColorBar(painter, map, layout, theme);
    paintBoundary(painter, map, layout, theme);
    if (marked >= 0 && marked < static_cast<int>(map.values.size())) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(layout.cell(static_cast<std::size_t>(marked)));
    }
    painter.restore();
}

}  // namespace orrery
