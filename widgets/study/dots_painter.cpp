// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/dots_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/analysis/seed_noise.h"
#include "widgets/palette/color_map.h"
#include "widgets/plots/plot_style.h"
#include "widgets/plots/qcustomplot.h"
#include "widgets/status/run_words.h"
#include "widgets/study/study_map_painter.h"

namespace orrery {

namespace {

constexpr double kDotRadius = 3;
constexpr int kDotTicks = 4;       // about so many
constexpr double kDotNames = 0.4;  // of the width

/// Of one panel: where values and rows stand.
struct DotAxis {
    QRectF place;
    double row = 1;  // height of one
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void include(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    void settle() {
        if (!(low <= high)) low = 0, high = 1;
        const double room = high > low ? 0.05 * (high - low) : std::max(0.5, 0.05 * std::abs(low));
        low -= room;
        high += room;
    }
    double x(double value) const {
        return place.left() + (value - low) / (high - low) * place.width();
    }
    double y(std::size_t index) const {
        return place.top() + row * (static_cast<double>(index) + 0.5);
    }
};

DotAxis dotAxis(const DotPanel& panel, const QRectF& place) {
    DotAxis axis{place};
    axis.row = place.height() / std::max(1.0, static_cast<double>(panel.values.size()));
    for (const auto& values : panel.values) {
        for (const double value : values)
            axis.include(value);
        if (values.size() < 2) continue;
        const Spread spread = spreadOf(values);
        axis.include(spread.mean - spread.deviation);
        axis.include(spread.mean + spread.deviation);
    }
    axis.settle();
    return axis;
}

void paintTicks(QPainter& painter, const DotAxis& axis, const QString& name,
                const ChartTheme& theme) {
    const QFontMetricsF metrics(painter.font(), painter.device());
    QVector<double> ticks;
    QVector<QString> words;
    QCPAxisTicker ticker;
    ticker.setTickCount(kDotTicks);
    ticker.generate(QCPRange(axis.low, axis.high), numberLocale(), 'g', 6, ticks, nullptr, &words);
    const double foot = axis.place.bottom(), line = metrics.height();
    double last = -1e9;
    for (int i = 0; i < ticks.size(); ++i) {
        if (ticks[i] < axis.low || ticks[i] > axis.high) continue;
        const double x = axis.x(ticks[i]);
        const double half = metrics.horizontalAdvance(words[i]) / 2;
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(x, axis.place.top()), QPointF(x, foot));
        if (x - half < last) continue;
        last = x + half + 6;
        painter.setPen(theme.text);
        painter.drawText(QRectF(x - 40, foot + 2, 80, line), Qt::AlignCenter, words[i]);
    }
    painter.setPen(QPen(theme.axis, 1));
    painter.drawLine(axis.place.bottomLeft(), axis.place.bottomRight());
    painter.setPen(theme.faint_text);
    painter.drawText(QRectF(axis.place.left() - 8, foot + line + 3, axis.place.width() + 16, 1e4),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, name);
}

void paintRow(QPainter& painter, const std::vector<double>& values, const DotAxis& axis,
              std::size_t row, const ChartTheme& theme) {
    if (values.empty()) return;
    const double y = axis.y(row), half = std::min(9.0, 0.4 * axis.row);
    QColor fill = seriesColor(0, theme.dark);
    fill.setAlphaF(0.6);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    const double radius = std::min(kDotRadius, half);
    for (const double value : values)
        painter.drawEllipse(QPointF(axis.x(value), y), radius, radius);
    const Spread spread = spreadOf(values);
    painter.setPen(QPen(theme.text, 1));
    if (values.size() > 1)
        painter.drawLine(QPointF(axis.x(spread.mean - spread.deviation), y),
                         QPointF(axis.x(spread.mean + spread.deviation), y));
    painter.drawLine(QPointF(axis.x(spread.mean), y - half),
                     QPointF(axis.x(spread.mean), y + half));
}

void paintPanel(QPainter& painter, const DotPanel& panel, const QRectF& place,
                const ChartTheme& theme) {
    const DotAxis axis = dotAxis(panel, place);
    paintTicks(painter, axis, QString::fromStdString(panel.name), theme);
    if (!panel.values.empty() && !panel.values[0].empty()) {
        const double mean = axis.x(spreadOf(panel.values[0]).mean);
        painter.setPen(QPen(seriesColor(0, theme.dark), 1));
        painter.drawLine(QPointF(mean, place.top()), QPointF(mean, place.bottom()));
    }
    for (std::size_t row = 0; row < panel.values.size(); ++row)
        paintRow(painter, panel.values[row], axis, row, theme);
}

/// As many as have room.
void paintNames(QPainter& painter, const std::vector<std::string>& names, const QRectF& place,
                const ChartTheme& theme) {
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double row = place.height() / std::max(1.0, static_cast<double>(names.size()));
    QStringList words;
    qsizetype lines = 1;
    for (const std::string& name : names) {
        words << brokenText(QString::fromStdString(name), painter.font(), place.width());
        lines = std::max(lines, words.back().count(u'\n') + 1);
    }
    const double high = metrics.height() * static_cast<double>(lines);
    const auto stride = static_cast<std::size_t>(std::max(1.0, std::ceil(0.9 * high / row)));
    painter.setPen(theme.text);
    for (std::size_t i = 0; i < names.size(); i += stride) {
        const double middle = place.top() + row * (static_cast<double>(i) + 0.5);
        painter.drawText(QRectF(place.left(), middle - high / 2, place.width(), high),
                         Qt::AlignRight | Qt::AlignVCenter, words[static_cast<qsizetype>(i)]);
    }
}

}  // namespace

void paintStudyDots(QPainter& painter, const QSizeF& size, const StudyDots& picture,
                    const ChartTheme& theme) {
    painter.save();
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    const QString caption = QString::fromStdString(picture.caption);
    paintTitleAndCaption(painter, size, QString::fromStdString(picture.title), caption, theme);
    const QFontMetricsF metrics(painter.font(), painter.device());
    double names = 0;
    for (const std::string& name : picture.rows)
        names = std::max(names, metrics.horizontalAdvance(QString::fromStdString(name)));
    names = std::min(names + 2, kDotNames * size.width());
    const double top =
        titleRect(QString::fromStdString(picture.title), size, painter.font()).bottom() + 8;
    const double left = names + 20;
    const auto count = std::max(1.0, static_cast<double>(picture.panels.size()));
    const double step = (size.width() - left) / count;
    double units = 0;  // height of the panels' names
    for (const DotPanel& panel : picture.panels)
        units = std::max(units, metrics
                                    .boundingRect(QRectF(0, 0, step - 4, 1e4), Qt::TextWordWrap,
                                                  QString::fromStdString(panel.name))
                                    .height());
    const double foot =
        captionRect(caption, size, painter.font()).top() - metrics.height() - units - 10;
    const double height = std::max(10.0, foot - top);
    paintNames(painter, picture.rows, {10, top, names, height}, theme);
    for (std::size_t i = 0; i < picture.panels.size(); ++i)
        paintPanel(painter, picture.panels[i],
                   {left + step * static_cast<double>(i), top, step - 20, height}, theme);
    painter.restore();
}

}  // namespace orrery
