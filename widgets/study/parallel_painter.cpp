// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/parallel_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/palette/color_map.h"
#include "widgets/plots/plot_style.h"
#include "widgets/study/study_map_painter.h"

namespace orrery {

namespace {

struct ParallelWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::StudyParallel)
};

constexpr double kNear = 6;  // units around a line that mean it

UprightAxis uprightOf(const ParallelPicture& picture, std::size_t index) {
    const ParallelAxis& axis = picture.axes[index];
    UprightAxis upright;
    upright.logarithmic = axis.logarithmic;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    const auto include = [&](double value) {
        const double raw = axis.logarithmic ? std::log10(value) : value;
        if (!std::isfinite(raw)) return;
        low = std::min(low, raw);
        high = std::max(high, raw);
    };
    for (const ParallelLine& line : picture.lines)
        include(line.values[index]);
    if (!axis.labels.empty()) {
        low = 0;
        high = static_cast<double>(axis.labels.size()) - 1;
    }
    if (!(low <= high)) low = 0, high = 1;
    if (low == high) low -= 0.5, high += 0.5;
    upright.low = low;
    upright.high = high;
    return upright;
}

double distance(const QPointF& a, const QPointF& b, const QPointF& place) {
    const QPointF way = b - a;
    const double length = QPointF::dotProduct(way, way);
    const double share =
        length > 0 ? std::clamp(QPointF::dotProduct(place - a, way) / length, 0.0, 1.0) : 0;
    const QPointF gap = place - (a + share * way);
    return std::sqrt(QPointF::dotProduct(gap, gap));
}

QString nameOf(const ParallelAxis& axis) {
    const QString name = QString::fromStdString(axis.name);
    return axis.logarithmic ? ParallelWords::tr("%1 (log)").arg(name) : name;
}

/// Above its axis, in its row, within the page.
QRectF nameRect(const QString& name, const UprightAxis& upright, const ParallelLayout& layout,
                const QFontMetricsF& metrics) {
    const double width = metrics.horizontalAdvance(name) + 2;
    const double left =
        std::clamp(upright.x - width / 2, 2.0, std::max(2.0, layout.width - width - 2));
    const double foot = upright.top - layout.gap - layout.line_height * upright.name_row;
    return {left, foot - layout.line_height, width, layout.line_height};
}

void paintAxis(QPainter& painter, const ParallelAxis& axis, const UprightAxis& upright,
               const ParallelLayout& layout, const ChartTheme& theme) {
    painter.setPen(QPen(theme.axis, 1));
    painter.drawLine(QPointF(upright.x, upright.top), QPointF(upright.x, upright.foot));
    const double height = layout.line_height;
    const QFontMetricsF metrics(painter.font(), painter.device());
    const int most = std::max(2, static_cast<int>((upright.foot - upright.top) / height / 1.3));
    const double room = layout.roomFor(upright);
    for (const auto& [value, word] : upright.ticks(axis, most)) {
        const double y = upright.place(value);
        painter.setPen(QPen(theme.axis, 1));
        painter.drawLine(QPointF(upright.x - 4, y), QPointF(upright.x, y));
        const QString text = brokenText(word, painter.font(), room);
        const double high = height * static_cast<double>(text.count(u'\n') + 1);
        const QRectF place(upright.x - 6 - room, y - high / 2, room, high);
        // Lines pass beneath: the word has its own ground.
        QColor ground = theme.background;
        ground.setAlpha(190);
        const double wide = metrics.boundingRect(QRectF(0, 0, 1e4, 1e4), 0, text).width();
        painter.fillRect(QRectF(place.right() - wide - 1, place.top() + 1, wide + 2, high - 2),
                         ground);
        painter.setPen(theme.text);
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, text);
    }
    const QString name = nameOf(axis);
    painter.setPen(theme.faint_text);
    painter.drawText(nameRect(name, upright, layout, metrics), Qt::AlignCenter, name);
}

}  // namespace

double UprightAxis::place(double value) const {
    const double raw = logarithmic ? std::log10(value) : value;
    return foot + (raw - low) / (high - low) * (top - foot);
}

std::vector<std::pair<double, QString>> UprightAxis::ticks(const ParallelAxis& axis,
                                                           int most) const {
    std::vector<std::pair<double, QString>> ticks;
    if (!axis.labels.empty()) {
        const auto count = static_cast<int>(axis.labels.size());
        const int stride = (count + most - 1) / most;
        for (int i = 0; i < count; i += stride)
            ticks.emplace_back(i, QString::fromStdString(axis.labels[static_cast<std::size_t>(i)]));
        return ticks;
    }
    const int count = std::clamp(most, 2, 6);
    std::vector<double> values;
    for (int i = 0; i < count; ++i) {
        const double raw = low + (high - low) * i / (count - 1);
        values.push_back(logarithmic ? std::pow(10, raw) : raw);
    }
    const std::vector<std::string> words = tickTexts(values);
    for (std::size_t i = 0; i < words.size(); ++i)
        ticks.emplace_back(values[i], QString::fromStdString(words[i]));
    return ticks;
}

ParallelLayout::ParallelLayout(const ParallelPicture& picture, const QSizeF& size,
                               const QFont& font) {
    line_height = QFontMetricsF(font).height();
    const QRectF caption = captionRect(QString::fromStdString(picture.caption), size, font);
    const auto count = static_cast<double>(picture.axes.size());
    column = size.width() / count;
    width = size.width();
    lane = caption.top() - line_height;
    for (std::size_t i = 0; i < picture.axes.size(); ++i) {
        UprightAxis upright = uprightOf(picture, i);
        upright.x = column * (static_cast<double>(i) + 0.62);
        axes.push_back(upright);
    }
    gap = std::max(6.0, tickLines(picture, font) * line_height / 2 + 2);
    const int rows = placeNames(picture, QFontMetricsF(font));
    const double top = titleRect(QString::fromStdString(picture.title), size, font).bottom() + 6 +
                       gap + line_height * rows;
    for (UprightAxis& upright : axes) {
        upright.top = top;
        upright.foot = std::max(top + 10, lane - 1.6 * line_height);
    }
}

int ParallelLayout::tickLines(const ParallelPicture& picture, const QFont& font) const {
    qsizetype lines = 1;
    for (std::size_t i = 0; i < axes.size(); ++i)
        for (const std::string& label : picture.axes[i].labels)
            lines = std::max(
                lines,
                1 + brokenText(QString::fromStdString(label), font, roomFor(axes[i])).count(u'\n'));
    return static_cast<int>(lines);
}

int ParallelLayout::placeNames(const ParallelPicture& picture, const QFontMetricsF& metrics) {
    std::vector<double> ends;  // of each row of names
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const QRectF name = nameRect(nameOf(picture.axes[i]), axes[i], *this, metrics);
        const auto free =
            std::ranges::find_if(ends, [&](double end) { return end + 6 <= name.left(); });
        axes[i].name_row = static_cast<int>(free - ends.begin());
        if (free == ends.end())
            ends.push_back(name.right());
        else
            *free = name.right();
    }
    return static_cast<int>(ends.size());
}

QPolygonF ParallelLayout::line(const ParallelLine& trial) const {
    QPolygonF points;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const double y = axes[i].place(trial.values[i]);
        if (std::isfinite(trial.values[i]) && std::isfinite(y))
            points << QPointF(axes[i].x, y);
        else if (trial.failed)
            points << QPointF(axes[i].x, lane);
    }
    return points;
}

double ParallelLayout::roomFor(const UprightAxis& upright) const {
    return std::min(column, upright.x) - 8;
}

int ParallelLayout::at(const ParallelPicture& picture, const QPointF& place) const {
    int nearest = -1;
    double least = kNear;
    for (std::size_t i = 0; i < picture.lines.size(); ++i) {
        const QPolygonF points = line(picture.lines[i]);
        for (qsizetype p = 1; p < points.size(); ++p) {
            const double gap = distance(points[p - 1], points[p], place);
            if (gap < least) least = gap, nearest = static_cast<int>(i);
        }
    }
    return nearest;
}

void paintParallel(QPainter& painter, const QSizeF& size, const ParallelPicture& picture,
                   const ChartTheme& theme, int marked) {
    painter.save();
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    paintTitleAndCaption(painter, size, QString::fromStdString(picture.title),
                         QString::fromStdString(picture.caption), theme);
    const ParallelLayout layout(picture, size, painter.font());
    const bool failed = std::ranges::any_of(picture.lines, &ParallelLine::failed);
    if (failed) {
        const double left = layout.axes.front().x;
        painter.setPen(QPen(mixColors(theme.background, theme.warning, 0.4), 1));
        painter.drawLine(QPointF(left - 6, layout.lane),
                         QPointF(layout.axes.back().x + 6, layout.lane));
        painter.setPen(theme.warning);
        painter.drawText(
            QRectF(0, layout.lane - layout.line_height / 2, left - 10, layout.line_height),
            Qt::AlignRight | Qt::AlignVCenter, ParallelWords::tr("failed"));
    }
    painter.setBrush(Qt::NoBrush);
    for (const ParallelLine& line : picture.lines) {
        painter.setPen(
            line.failed ? QPen(theme.warning, 1.4, Qt::DashLine)
                        : QPen(sequentialColor(0.25 + 0.75 * (1 - line.shade), theme.dark), 1.6));
        painter.drawPolyline(layout.line(line));
    }
    for (std::size_t i = 0; i < layout.axes.size(); ++i)
        paintAxis(painter, picture.axes[i], layout.axes[i], layout, theme);
    if (marked >= 0 && marked < static_cast<int>(picture.lines.size())) {
        painter.setPen(QPen(theme.accent, 2.6));
        painter.drawPolyline(layout.line(picture.lines[static_cast<std::size_t>(marked)]));
    }
    painter.restore();
}

}  // namespace orrery
