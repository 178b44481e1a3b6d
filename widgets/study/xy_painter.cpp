// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/xy_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/palette/color_map.h"
#include "widgets/plots/plot_style.h"
#include "widgets/plots/qcustomplot.h"
#include "widgets/status/run_words.h"
#include "widgets/study/study_map_painter.h"

namespace orrery {

namespace {

constexpr double kXyRadius = 3.5;
constexpr double kXyNumbers = 64;     // room for those of the y axis
constexpr double kMostXyNames = 0.3;  // of the width, beside the plot
constexpr int kXyTicks = 5;           // about so many

double orNothing(double deviation) {
    return std::isfinite(deviation) ? deviation : 0;
}

/// Of one direction: which values lie between the ends of the plot.
struct XyRange {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void include(double value, double deviation) {
        low = std::min(low, value - orNothing(deviation));
        high = std::max(high, value + orNothing(deviation));
    }
    void settle() {
        const double room = high > low ? 0.06 * (high - low) : std::max(0.5, 0.05 * std::abs(low));
        low -= room;
        high += room;
    }
    double share(double value) const { return (value - low) / (high - low); }
    void ticks(QVector<double>& at, QVector<QString>& words) const {
        QCPAxisTicker ticker;
        ticker.setTickCount(kXyTicks);
        ticker.generate(QCPRange(low, high), numberLocale(), 'g', 6, at, nullptr, &words);
    }
};

struct XyFrame {
    QRectF place;
    XyRange x, y;
    QString x_text, y_text;  // names of the axes, in lines that fit

    QPointF point(double of_x, double of_y) const {
        return {place.left() + x.share(of_x) * place.width(),
                place.bottom() - y.share(of_y) * place.height()};
    }
};

void paintAxes(QPainter& painter, const XyFrame& frame, const ChartTheme& theme) {
    const QFontMetricsF metrics(painter.font(), painter.device());
    const QRectF& place = frame.place;
    const double line = metrics.height();
    QVector<double> at;
    QVector<QString> words;
    frame.x.ticks(at, words);
    for (int i = 0; i < at.size(); ++i) {
        if (at[i] < frame.x.low || at[i] > frame.x.high) continue;
        const double x = frame.point(at[i], frame.y.low).x();
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(x, place.top()), QPointF(x, place.bottom()));
        painter.setPen(theme.text);
        painter.drawText(QRectF(x - 40, place.bottom() + 2, 80, line), Qt::AlignCenter, words[i]);
    }
    frame.y.ticks(at, words);
    for (int i = 0; i < at.size(); ++i) {
        if (at[i] < frame.y.low || at[i] > frame.y.high) continue;
        const double y = frame.point(frame.x.low, at[i]).y();
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y));
        painter.setPen(theme.text);
        painter.drawText(QRectF(place.left() - 64, y - line / 2, 60, line),
                         Qt::AlignRight | Qt::AlignVCenter, words[i]);
    }
    painter.setPen(QPen(theme.axis, 1));
    painter.drawLine(place.bottomLeft(), place.bottomRight());
    painter.drawLine(place.bottomLeft(), place.topLeft());
    painter.setPen(theme.faint_text);
    painter.drawText(QRectF(place.left(), place.bottom() + line + 3, place.width(), 1e3),
                     Qt::AlignHCenter | Qt::AlignTop, frame.x_text);
    painter.save();
    painter.translate(place.left() - kXyNumbers - 2, place.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-place.height() / 2, -1e3, place.height(), 1e3),
                     Qt::AlignHCenter | Qt::AlignBottom, frame.y_text);
    painter.restore();
}

void paintSeries(QPainter& painter, const XyFrame& frame, const StudyXy::Series& series,
                 const QColor& color) {
    QPolygonF joined;
    for (const StudyXy::Point& point : series.points)
        joined << frame.point(point.x, point.y);
    painter.setPen(QPen(color, 1));
    painter.drawPolyline(joined);
    for (const StudyXy::Point& point : series.points) {
        const double dx = orNothing(point.x_deviation), dy = orNothing(point.y_deviation);
        painter.setPen(QPen(color, 1));
        painter.drawLine(frame.point(point.x - dx, point.y), frame.point(point.x + dx, point.y));
        painter.drawLine(frame.point(point.x, point.y - dy), frame.point(point.x, point.y + dy));
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(frame.point(point.x, point.y), kXyRadius, kXyRadius);
        painter.setBrush(Qt::NoBrush);
    }
}

}  // namespace

void paintStudyXy(QPainter& painter, const QSizeF& size, const StudyXy& picture,
                  const ChartTheme& theme) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    const QString caption = QString::fromStdString(picture.caption);
    paintTitleAndCaption(painter, size, QString::fromStdString(picture.title), caption, theme);
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double line = metrics.height();
    double names = 0;
    XyFrame frame;
    const auto rows = static_cast<double>(picture.series.size());
    for (const StudyXy::Series& series : picture.series) {
        names = std::max(names, metrics.horizontalAdvance(QString::fromStdString(series.name)));
        for (const StudyXy::Point& point : series.points) {
            frame.x.include(point.x, point.x_deviation);
            frame.y.include(point.y, point.y_deviation);
        }
    }
    names += 18;
    frame.x.settle();
    frame.y.settle();
    // Names that would leave the plot no room stand above it.
    const bool beside = names <= kMostXyNames * size.width();
    const double head =
        titleRect(QString::fromStdString(picture.title), size, painter.font()).bottom() + 6;
    const double top = beside ? head : head + 1.2 * line * rows;
    const double bottom = captionRect(caption, size, painter.font()).top();
    const auto lines = [](const QString& text) {
        return 1.0 + static_cast<double>(text.count(u'\n'));
    };
    frame.y_text = brokenText(QString::fromStdString(picture.y_name), painter.font(),
                              std::max(10.0, bottom - top - 3 * line));
    const double left = kXyNumbers + 6 + lines(frame.y_text) * line;
    const double width = size.width() - left - (beside ? names + 20 : 16);
    frame.x_text =
        brokenText(QString::fromStdString(picture.x_name), painter.font(), std::max(10.0, width));
    const double foot = bottom - (1 + lines(frame.x_text)) * line - 8;
    frame.place = QRectF(left, top, std::max(10.0, width), std::max(10.0, foot - top));
    paintAxes(painter, frame, theme);
    for (std::size_t i = 0; i < picture.series.size(); ++i) {
        const QColor color = seriesColor(static_cast<int>(i), theme.dark);
        paintSeries(painter, frame, picture.series[i], color);
        const double y = (beside ? top : head) + (static_cast<double>(i) + 0.5) * 1.2 * line;
        if (y + line / 2 > foot) continue;
        const double x = beside ? frame.place.right() + 12 : left;
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(QPointF(x, y), kXyRadius, kXyRadius);
        painter.setPen(theme.text);
        const double room = beside ? names - 10 : size.width() - x - 12;
        painter.drawText(QRectF(x + 8, y - line / 2, room, line), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(QString::fromStdString(picture.series[i].name),
                                            Qt::ElideMiddle, room));
    }
    painter.restore();
}

}  // namespace orrery
