// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/heat_map.h"

#include <algorithm>
#include <cmath>

#include "widgets/palette/color_map.h"
#include "widgets/plots/plot_style.h"

namespace orrery {

QColor HeatMap::deadColor(const ChartTheme& theme) {
    return mixColors(theme.background, theme.warning, 0.85);
}

QColor HeatMap::colorOf(double value) const {
    if (!(value > 0)) return zero_.isValid() ? zero_ : deadColor(theme_);
    return sequentialColor(std::log(value / low_) / std::log(high_ / low_), theme_.dark);
}

QRectF HeatMap::cellRect(int row, int from, int to) const {
    const QPointF low(keyAxis()->coordToPixel(from - 0.5), valueAxis()->coordToPixel(row - 0.5));
    const QPointF high(keyAxis()->coordToPixel(to + 0.5), valueAxis()->coordToPixel(row + 0.5));
    return QRectF(low, high).normalized();
}

void HeatMap::draw(QCPPainter* painter) {
    painter->setPen(Qt::NoPen);
    painter->setAntialiasing(false);
    for (int row = 0; row < static_cast<int>(rows_.size()); ++row)
        drawRow(painter, row);
    painter->setAntialiasing(true);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(theme_.accent, 2));
    for (const int column : marked_columns_)
        painter->drawRect(cellRect(marked_row_, column, column));
}

void HeatMap::drawRow(QCPPainter* painter, int row) const {
    const auto& values = rows_[static_cast<std::size_t>(row)];
    const int columns = static_cast<int>(values.size());
    const double width = std::abs(keyAxis()->coordToPixel(1) - keyAxis()->coordToPixel(0));
    const int group = std::max(1, static_cast<int>(std::floor(0.5 / std::max(width, 1e-9))));
    const bool spaced = width > 6 && cellRect(row, 0, 0).height() > 6;
    for (int first = 0; first < columns; first += group) {
        const int last = std::min(first + group, columns) - 1;
        const double highest = *std::max_element(values.begin() + first, values.begin() + last + 1);
        QRectF rect = cellRect(row, first, last);
        if (spaced) rect.adjust(0.5, 0.5, -0.5, -0.5);
        painter->fillRect(rect, colorOf(highest));
    }
}

void ColorBar::draw(QCPPainter* painter) {
    constexpr int kSteps = 96;
    const QRectF area(keyAxis()->axisRect()->rect());
    painter->setAntialiasing(false);
    for (int step = 0; step < kSteps; ++step) {
        const double top = area.bottom() - area.height() * (step + 1) / kSteps;
        // A little overlap: no seams between the steps in any viewer.
        painter->fillRect(QRectF(area.left(), top, area.width(), area.height() / kSteps + 0.6),
                          sequentialColor((step + 0.5) / kSteps, theme_.dark));
    }
}

ColorBar* addColorBar(QCPAxisRect& beside, QCPLayoutGrid& grid, int row, int column) {
    auto* scale = new QCPAxisRect(beside.parentPlot());
    grid.addElement(row, column, scale);
    grid.setColumnStretchFactor(column, 0.001);
    scale->setMinimumMargins(QMargins(2, 4, 4, 4));
    scale->setMinimumSize(14, 10);
    scale->setMaximumSize(14, QWIDGETSIZE_MAX);
    scale->setSizeConstraintRect(QCPLayoutElement::scrInnerRect);
    scale->setupFullAxesBox(false);
    for (QCPAxis* axis : scale->axes()) {
        axis->setTicks(false);
        axis->setTickLabels(false);
        axis->grid()->setVisible(false);
    }
    QCPAxis* axis = scale->axis(QCPAxis::atRight);
    axis->setTicks(true);
    axis->setTickLabels(true);
    setAxisScale(*axis, true);
    auto* margins = new QCPMarginGroup(beside.parentPlot());
    for (QCPAxisRect* rect : {&beside, scale})
        rect->setMarginGroup(QCP::msTop | QCP::msBottom, margins);
    return new ColorBar(scale->axis(QCPAxis::atBottom), axis);
}

}  // namespace orrery
