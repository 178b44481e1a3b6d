// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/key_clouds_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/palette/color_map.h"
#include "widgets/plots/plot_style.h"
#include "widgets/study/study_map_painter.h"

namespace orrery {

namespace {

constexpr double kGap = 10;  // around a cloud

void paintCloud(QPainter& painter, const QRectF& square, const KeyCloud& cloud,
                const ChartTheme& theme) {
    painter.setPen(QPen(theme.grid, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(square);
    painter.setPen(Qt::NoPen);
    const double half = square.width() / 2;
    const double dot = std::clamp(half / std::sqrt(double(cloud.clusters.size()) + 1), 0.6, 3.0);
    for (std::size_t i = 0; i < cloud.clusters.size(); ++i) {
        const QPointF point(cloud.points[2 * i], -cloud.points[2 * i + 1]);
        painter.setBrush(clusterColor(cloud.clusters[i], theme.dark));
        painter.drawEllipse(square.center() + point * (half - dot - 2), dot, dot);
    }
}

}  // namespace

void paintKeyClouds(QPainter& painter, const QSizeF& size, const KeyClouds& picture,
                    const ChartTheme& theme) {
    painter.save();
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    const QString caption = QString::fromStdString(picture.caption);
    paintTitleAndCaption(painter, size, QString::fromStdString(picture.title), caption, theme);
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double top =
        titleRect(QString::fromStdString(picture.title), size, painter.font()).bottom() + 6;
    const double room = captionRect(caption, size, painter.font()).top() - top - 4;
    const auto columns = std::max<std::size_t>(1, picture.columns);
    const auto rows = static_cast<double>((picture.clouds.size() + columns - 1) / columns);
    const double width = (size.width() - kGap) / static_cast<double>(columns) - kGap;
    QStringList names;
    double line = metrics.height();  // of the names, as many lines as the longest takes
    for (const auto& cloud : picture.clouds) {
        names << brokenText(QString::fromStdString(cloud.name), painter.font(), width);
        line =
            std::max(line, metrics.height() * static_cast<double>(names.back().count(u'\n') + 1));
    }
    const double side = std::max(4.0, std::min(width, room / std::max(1.0, rows) - line - kGap));
    for (std::size_t i = 0; i < picture.clouds.size(); ++i) {
        const QPointF corner(kGap + static_cast<double>(i % columns) * (width + kGap),
                             top + static_cast<double>(i / columns) * (side + line + kGap));
        painter.setPen(theme.text);
        painter.drawText(QRectF(corner, QSizeF(width, line)), Qt::AlignLeft | Qt::AlignBottom,
                         names[static_cast<qsizetype>(i)]);
        paintCloud(painter, QRectF(corner + QPointF(0, line), QSizeF(side, side)),
                   *picture.clouds[i].cloud, theme);
    }
    painter.restore();
}

}  // namespace orrery
