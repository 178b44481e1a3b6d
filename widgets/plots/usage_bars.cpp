// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/usage_bars.h"

#include <algorithm>
#include <cmath>

#include "widgets/palette/color_map.h"

namespace orrery {

void UsageBars::draw(QCPPainter* painter) {
    const int experts = static_cast<int>(counts_.size());
    const double width = std::abs(keyAxis()->coordToPixel(1) - keyAxis()->coordToPixel(0));
    const double half = width > 3 ? 0.42 : 0.5;
    // Experts that share a pixel column are drawn as one bar, of the busiest of them.
    const int group = std::max(1, static_cast<int>(std::floor(0.5 / std::max(width, 1e-9))));
    painter->setPen(Qt::NoPen);
    painter->setAntialiasing(width > 3);
    for (int first = 0; first < experts; first += group) {
        const int last = std::min(first + group, experts) - 1;
        const auto begin = counts_.begin() + first;
        const auto end = counts_.begin() + last + 1;
        const auto mark = std::ranges::lower_bound(marked_, first);
        const bool marked = mark != marked_.end() && *mark <= last;
        drawBar(painter, first - half, last + half, *std::max_element(begin, end), marked);
        if (*std::min_element(begin, end) <= 0) drawDeadMark(painter, first - half, last + half);
    }
}

void UsageBars::drawBar(QCPPainter* painter, double from, double to, double count,
                        bool marked) const {
    if (!(count > 0)) return;
    const double left = keyAxis()->coordToPixel(from);
    const double right = keyAxis()->coordToPixel(to);
    const double floor = valueAxis()->coordToPixel(valueAxis()->range().lower);
    const double top = valueAxis()->coordToPixel(count);
    const QColor plain = seriesColor(0, theme_.dark);
    painter->setBrush(marked            ? theme_.accent
                      : marked_.empty() ? plain
                                        : mixColors(plain, theme_.background, 0.6));
    painter->drawRect(QRectF(QPointF(left, top), QPointF(std::max(right, left + 1), floor)));
}

void UsageBars::drawDeadMark(QCPPainter* painter, double from, double to) const {
    const double left = keyAxis()->coordToPixel(from);
    const double right = std::max(keyAxis()->coordToPixel(to), left + 1);
    const double floor = valueAxis()->coordToPixel(valueAxis()->range().lower);
    painter->setBrush(theme_.warning);
    if (right - left < 4) {
        painter->drawRect(QRectF(QPointF(left, floor - 6), QPointF(right, floor - 1)));
        return;
    }
    const double radius = std::min(3.5, (right - left) / 2);
    const QPointF center((left + right) / 2, floor - radius - 2);
    painter->setPen(QPen(theme_.warning, 1.6));
    for (const double side : {-1.0, 1.0})
        painter->drawLine(center + QPointF(-radius, side * radius),
                          center + QPointF(radius, -side * radius));
    painter->setPen(Qt::NoPen);
}

}  // namespace orrery
