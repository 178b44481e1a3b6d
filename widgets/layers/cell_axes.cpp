// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layers/cell_axes.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/palette/color_map.h"

namespace orrery {

namespace {

struct CellWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::UsageFilm)
};

void paintSteps(QPainter& painter, const QRectF& area, const std::vector<std::int64_t>& steps) {
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double line = metrics.height();
    const double number = metrics.horizontalAdvance(QString::number(steps.back()));
    const auto room = static_cast<int>(area.width() / (2 * number + 4));
    const int columns = static_cast<int>(steps.size());
    const int ticks = std::max(2, std::min({room, 7, columns}));
    for (int i = 0; i < ticks; ++i) {
        const double share = i / (ticks - 1.0);
        const auto c =
            static_cast<std::size_t>(std::lround(share * static_cast<double>(columns - 1)));
        const double x = area.left() + area.width() * (static_cast<double>(c) + 0.5) / columns;
        const double at = std::min(x - number / 2, area.right() + 10 - number);
        painter.drawText(QRectF(at - 2, area.bottom() + 3, number + 4, line), Qt::AlignCenter,
                         QString::number(steps[c]));
    }
}

}  // namespace

void paintCellAxes(QPainter& painter, const QRectF& area, const std::vector<std::int64_t>& steps,
                   const QStringList& rows, const ChartTheme& theme) {
    const double line = QFontMetricsF(painter.font(), painter.device()).height();
    painter.setPen(theme.text);
    paintSteps(painter, area, steps);
    const auto count = static_cast<double>(rows.size());
    const auto stride = std::max<qsizetype>(
        1, static_cast<qsizetype>(std::ceil(line * 1.1 * count / area.height())));
    for (qsizetype i = 0; i < rows.size(); i += stride) {
        const double y = area.top() + area.height() * (static_cast<double>(i) + 0.5) / count;
        painter.drawText(QRectF(0, y - line / 2, area.left() - 8, line),
                         Qt::AlignRight | Qt::AlignVCenter, rows[i]);
    }
    painter.setPen(theme.faint_text);
    painter.drawText(QRectF(area.left(), area.bottom() + 3 + line, area.width(), line),
                     Qt::AlignCenter, CellWords::tr("Step"));
}

void paintCellBar(QPainter& painter, const QRectF& area, const QString& low, const QString& high,
                  const ChartTheme& theme) {
    constexpr int kSteps = 48;
    const double line = QFontMetricsF(painter.font(), painter.device()).height();
    const double height = area.height() / kSteps;
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int i = 0; i < kSteps; ++i)
        painter.fillRect(QRectF(area.left(), area.bottom() - height * (i + 1), 10, height + 0.5),
                         sequentialColor((i + 0.5) / kSteps, theme.dark));
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(theme.text);
    const auto write = [&](double y, const QString& text) {
        painter.drawText(QRectF(area.left() + 13, y, area.width() - 13, line), Qt::AlignLeft, text);
    };
    write(area.top() - 2, high);
    write(area.bottom() - line + 2, low);
}

}  // namespace orrery
