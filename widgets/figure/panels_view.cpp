// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/panels_view.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

namespace orrery {

namespace {

constexpr double kGap = 8;  // units of 1/96 inch, between panels

}  // namespace

PanelsView::PanelsView(QVector<const View*> panels, int columns, QWidget* parent)
    : View(parent), panels_(std::move(panels)), columns_(columns) {
    const auto count = static_cast<int>(panels_.size());
    if (columns_ <= 0)
        columns_ = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
    columns_ = std::min(columns_, std::max(count, 1));
}

void PanelsView::paintFigure(QPainter& painter, const QSizeF& size) const {
    const auto count = static_cast<int>(panels_.size());
    const int rows = (count + columns_ - 1) / columns_;
    QFont bold = painter.font();
    bold.setBold(true);
    const double line = QFontMetricsF(bold, painter.device()).height();
    const double width = (size.width() - kGap * (columns_ - 1)) / columns_;
    const double height = (size.height() - kGap * (rows - 1)) / rows;
    for (int i = 0; i < count; ++i) {
        painter.save();
        painter.translate((i % columns_) * (width + kGap), (i / columns_) * (height + kGap));
        painter.save();
        painter.setFont(bold);
        painter.setPen(figureTheme().text);
        painter.drawText(QRectF(2, 0, width - 2, line), Qt::AlignLeft | Qt::AlignVCenter,
                         QString(QChar(u'a' + i)));
        painter.restore();
        painter.translate(0, line);
        panels_[i]->paintFigureIn(figureStyle(), painter, {width, std::max(1.0, height - line)});
        painter.restore();
    }
}

QString PanelsView::figureSource() const {
    for (const View* panel : panels_)
        if (const QString run = panel->View::figureSource(); !run.isEmpty()) return run;
    return panels_.front()->figureSource();
}

QString PanelsView::figureFault() const {
    for (const View* panel : panels_)
        if (const QString fault = panel->figureFault(); !fault.isEmpty()) return fault;
    return {};
}

QStringList PanelsView::figureArguments() const {
    return {QStringLiteral("--columns"), QString::number(columns_)};
}

bool PanelsView::figurePending() const {
    return std::ranges::any_of(panels_, &View::figurePending);
}

bool PanelsView::needsAnalysis() const {
    return std::ranges::any_of(panels_, &View::needsAnalysis);
}

FigureParts PanelsView::figureParts() const {
    FigureParts parts;
    for (const View* panel : panels_) {
        parts.legend |= panel->figureParts().legend;
        parts.lines |= panel->figureParts().lines;
    }
    return parts;
}

}  // namespace orrery
