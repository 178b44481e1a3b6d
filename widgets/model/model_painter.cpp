// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "widgets/model/model_picture.h"
#include "widgets/palette/color_map.h"

namespace orrery {

namespace {

/// Of a box's width: beside the titles of the frames.
constexpr double kArrowAt = 0.85;

QColor colorOf(MovedBy moved_by, const ChartTheme& theme) {
    switch (moved_by) {
        case MovedBy::optimizer:
            return seriesColor(0, theme.dark);
        case MovedBy::key_rules:
            return seriesColor(1, theme.dark);
        case MovedBy::nothing:
            return theme.faint_text;
    }
    return {};
}

QColor groundOf(MovedBy moved_by, const ChartTheme& theme) {
    return mixColors(colorOf(moved_by, theme), theme.background,
                     moved_by == MovedBy::nothing ? 0.88 : 0.78);
}

QString shortened(const QPainter& painter, const QString& text, double width) {
    return QFontMetricsF(painter.font(), painter.device())
        .elidedText(text, Qt::ElideRight, std::max(0.0, width));
}

void paintStrips(QPainter& painter, const ModelPicture& picture, const ChartTheme& theme) {
    for (const ModelStrip& strip : picture.strips) {
        const auto count = static_cast<double>(strip.moved_by.size());
        for (std::size_t i = 0; i < strip.moved_by.size(); ++i) {
            const double width = strip.place.width() / count;
            painter.fillRect(QRectF(strip.place.left() + static_cast<double>(i) * width,
                                    strip.place.top(), width, strip.place.height()),
                             groundOf(strip.moved_by[i], theme));
        }
        const bool shown = strip.layer == picture.layer && strip.layer >= 0;
        painter.setPen(QPen(shown ? theme.accent : theme.axis, shown ? 2 : 0.8));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(strip.place);
        painter.setPen(theme.text);
        painter.drawText(strip.place, Qt::AlignCenter,
                         shortened(painter, strip.title, strip.place.width() - 4));
    }
}

void paintFrame(QPainter& painter, const QRectF& frame, const QString& title,
                const ChartTheme& theme, double line) {
    if (frame.isNull()) return;
    painter.setPen(QPen(theme.axis, 0.8, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(frame);
    painter.setPen(theme.faint_text);
    const QRectF room = frame.adjusted(line * 0.4, 0, -line * 0.4, 0);
    painter.drawText(room, Qt::AlignTop | Qt::AlignLeft, shortened(painter, title, room.width()));
}

void paintArrow(QPainter& painter, const QRectF& from, const QRectF& to, const ChartTheme& theme,
                double line) {
    const double x = from.left() + kArrowAt * from.width();
    if (to.top() - from.bottom() < 3) return;
    const double head = std::min(line * 0.3, (to.top() - from.bottom()) * 0.6);
    painter.setPen(QPen(theme.axis, 1));
    painter.drawLine(QPointF(x, from.bottom()), QPointF(x, to.top() - head));
    QPainterPath path;
    path.moveTo(x, to.top());
    path.lineTo(x - head * 0.6, to.top() - head);
    path.lineTo(x + head * 0.6, to.top() - head);
    path.closeSubpath();
    painter.fillPath(path, theme.axis);
}

void paintBox(QPainter& painter, const ModelBox& box, bool chosen, const ChartTheme& theme,
              double line) {
    const MovedBy moved_by = box.block.movedBy();
    painter.setPen(QPen(chosen ? theme.accent : colorOf(moved_by, theme), chosen ? 2 : 1));
    painter.setBrush(groundOf(moved_by, theme));
    painter.drawRoundedRect(box.place, 3, 3);
    const double lines =
        box.shapes.isEmpty() ? 1 : 2 + static_cast<double>(box.shapes.count(u'\n'));
    const double pad = (box.place.height() - lines * line) / 2;
    QRectF row(box.place.left() + line * 0.5, box.place.top() + pad, box.place.width() - line,
               line);
    painter.setPen(theme.text);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter,
                     shortened(painter, box.title, row.width()));
    // In a narrow picture the tool tip alone tells the number.
    const QFontMetricsF metrics(painter.font(), painter.device());
    if (metrics.horizontalAdvance(box.title + box.count) + line * 0.5 <= row.width())
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, box.count);
    if (box.shapes.isEmpty()) return;
    painter.setPen(theme.faint_text);
    for (const QString& text : box.shapes.split(u'\n')) {
        row.translate(0, line);
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter,
                         shortened(painter, text, row.width()));
    }
}

void paintLegend(QPainter& painter, const ModelPicture& picture, const ChartTheme& theme) {
    const QFontMetricsF metrics(picture.font);
    const double line = metrics.height();
    double x = line * 0.6;
    const double y = picture.size.height() - line * 1.6;
    for (const MovedBy each : {MovedBy::optimizer, MovedBy::key_rules, MovedBy::nothing}) {
        const QRectF swatch(x, y + line * 0.15, line * 0.7, line * 0.7);
        painter.setPen(QPen(colorOf(each, theme), 1));
        painter.setBrush(groundOf(each, theme));
        painter.drawRect(swatch);
        const QString text = movedByText(each);
        const double width = metrics.horizontalAdvance(text) + 2;
        painter.setPen(theme.text);
        painter.drawText(QRectF(swatch.right() + line * 0.3, y, width, line),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
        x = swatch.right() + width + line * 1.1;
    }
}

}  // namespace

void paintModel(QPainter& painter, const ModelPicture& picture, const ChartTheme& theme,
                const std::optional<BlockKind>& chosen) {
    painter.save();
    painter.setFont(picture.font);
    painter.fillRect(QRectF(QPointF(0, 0), picture.size), theme.background);
    const double line = QFontMetricsF(picture.font).height();
    painter.setPen(theme.text);
    painter.drawText(
        QRectF(line * 0.6, line * 0.6, picture.size.width() - line * 1.2, picture.size.height()),
        Qt::AlignTop | Qt::AlignLeft, picture.headline);
    paintStrips(painter, picture, theme);
    paintFrame(painter, picture.layer_frame, picture.layer_title, theme, line);
    paintFrame(painter, picture.some_frame, picture.some_title, theme, line);
    for (std::size_t i = 1; i < picture.boxes.size(); ++i)
        paintArrow(painter, picture.boxes[i - 1].place, picture.boxes[i].place, theme, line);
    for (const ModelBox& box : picture.boxes)
        paintBox(painter, box, chosen == box.block.kind, theme, line);
    paintLegend(painter, picture, theme);
    painter.restore();
}

}  // namespace orrery
