// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/browser/sparkline_delegate.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/browser/run_table_model.h"
#include "widgets/palette/chart_theme.h"
#include "widgets/palette/color_map.h"

namespace orrery {

void SparklineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);
    const auto values = index.data(RunTableModel::curve_role).value<QVector<float>>();
    float low = std::numeric_limits<float>::infinity(), high = -low;
    for (const float value : values) {
        if (!std::isfinite(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    if (values.size() < 2 || !(low <= high)) return;
    const QRectF area = QRectF(option.rect).adjusted(6, 4, -6, -4);
    const double height = high > low ? area.height() / (high - low) : 0;
    QPolygonF line;
    for (qsizetype i = 0; i < values.size(); ++i)
        if (std::isfinite(values[i]))
            line << QPointF(area.left() + area.width() * double(i) / double(values.size() - 1),
                            area.bottom() - (values[i] - low) * height);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool chosen = option.state.testFlag(QStyle::State_Selected);
    painter->setPen(QPen(chosen ? option.palette.color(QPalette::HighlightedText)
                                : seriesColor(0, themeOf(option.palette).dark),
                         1.3));
    painter->drawPolyline(line);
    painter->restore();
}

QSize SparklineDelegate::sizeHint(const QStyleOptionViewItem& option,
                                  const QModelIndex& index) const {
    return {120, QStyledItemDelegate::sizeHint(option, index).height()};
}

}  // namespace orrery
