// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traces/trace_table.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/traces/trace_difference.h"

namespace orrery {

TraceTable::TraceTable(QWidget* parent) : QAbstractScrollArea(parent), theme_(lightTheme()) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Experts of each token in each layer"));
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    setFrameShape(QFrame::NoFrame);
    layOut();
}

void TraceTable::setTrace(const Trace* trace) {
    other_ = nullptr;
    trace_ = trace && isConsistent(*trace) && tokenCount(*trace) > 0 ? trace : nullptr;
    current_ = trace_ ? Place{0, 0} : Place{};
    verticalScrollBar()->setValue(0);
    layOut();
    viewport()->update();
}

void TraceTable::setOther(const Trace* other) {
    other_ = other;
    layOut();
    viewport()->update();
}

QString TraceTable::describe(const Place& place) const {
    const QString text = describeCell(*trace_, place.token, place.layer);
    if (!other_) return text;
    const QString its = describeCell(*other_, place.token, place.layer);
    return text + u'\n' + tr("Compared with step %1:").arg(other_->step) + u'\n' +
           its.section(u'\n', 1);
}

void TraceTable::setMark(const std::optional<TraceMark>& mark) {
    if (mark == mark_) return;
    mark_ = mark;
    viewport()->update();
}

void TraceTable::setTheme(const ChartTheme& theme) {
    theme_ = theme;
    viewport()->update();
}

void TraceTable::setEmptyText(const QString& text) {
    empty_text_ = text;
    if (!trace_) viewport()->update();
}

void TraceTable::layOut() {
    const QFontMetricsF metrics(font());
    cells_.row_height = std::ceil(metrics.height() * 1.45);
    cells_.header_height = std::ceil(metrics.height() * 1.6);
    cells_.token_width = std::ceil(metrics.averageCharWidth() * 16 + 14);
    const double least =
        std::ceil(metrics.horizontalAdvance(QStringLiteral("0000")) + 12) * (other_ ? 1.6 : 1.0);
    const int layers = trace_ ? trace_->layers : 1;
    const double room = viewport()->width() - cells_.token_width;
    cells_.cell_width = std::clamp(std::floor(room / layers), least, least * 2.2);
    const int tokens = trace_ ? tokenCount(*trace_) : 0;
    const auto height = static_cast<int>(tokens * cells_.row_height);
    const auto width = static_cast<int>(layers * cells_.cell_width);
    const int page = viewport()->height() - static_cast<int>(cells_.header_height);
    verticalScrollBar()->setRange(0, std::max(0, height - page));
    verticalScrollBar()->setPageStep(std::max(page, 1));
    verticalScrollBar()->setSingleStep(static_cast<int>(cells_.row_height));
    horizontalScrollBar()->setRange(0, trace_ ? std::max(0, width - static_cast<int>(room)) : 0);
    horizontalScrollBar()->setPageStep(std::max(static_cast<int>(room), 1));
    horizontalScrollBar()->setSingleStep(static_cast<int>(cells_.cell_width));
}

void TraceTable::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void TraceTable::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) layOut();
}

void TraceTable::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.setFont(font());
    painter.fillRect(viewport()->rect(), theme_.background);
    if (!trace_) {
        painter.setPen(theme_.faint_text);
        painter.drawText(viewport()->rect().adjusted(12, 12, -12, -12),
                         Qt::AlignCenter | Qt::TextWordWrap, empty_text_);
        return;
    }
    const int offset = verticalScrollBar()->value();
    const int first = static_cast<int>(offset / cells_.row_height);
    for (int token = first; token < tokenCount(*trace_); ++token) {
        const double y = cells_.header_height + token * cells_.row_height - offset;
        if (y >= viewport()->height()) break;
        paintRow(painter, token, y);
    }
    paintHeader(painter);
}

void TraceTable::paintHeader(QPainter& painter) const {
    const QRectF band(0, 0, viewport()->width(), cells_.header_height);
    painter.fillRect(band, theme_.surface);
    painter.setPen(QPen(theme_.grid, 1));
    painter.drawLine(band.bottomLeft(), band.bottomRight());
    painter.save();
    painter.setClipRect(band.adjusted(cells_.token_width, 0, 0, 0));
    painter.setPen(theme_.faint_text);
    for (int layer = 0; layer < trace_->layers; ++layer) {
        const double x =
            cells_.token_width + layer * cells_.cell_width - horizontalScrollBar()->value();
        const QString name = cells_.cell_width > fontMetrics().horizontalAdvance(tr("Layer 00")) + 4
                                 ? tr("Layer %1").arg(layer)
                                 : tr("L%1").arg(layer);
        painter.drawText(QRectF(x, 0, cells_.cell_width, cells_.header_height), Qt::AlignCenter,
                         name);
    }
    painter.restore();
    painter.setPen(theme_.faint_text);
    painter.drawText(QRectF(0, 0, cells_.token_width - 6, cells_.header_height),
                     Qt::AlignRight | Qt::AlignVCenter, tr("Token"));
}

void TraceTable::paintRow(QPainter& painter, int token, double y) const {
    const int shift = horizontalScrollBar()->value();
    painter.save();
    painter.setClipRect(QRectF(cells_.token_width, y, viewport()->width(), cells_.row_height));
    for (int layer = 0; layer < trace_->layers; ++layer) {
        const double x = cells_.token_width + layer * cells_.cell_width - shift;
        if (x + cells_.cell_width < cells_.token_width || x > viewport()->width()) continue;
        const bool mine = mark_ && mark_->layer == layer;
        const QRectF rect(x, y, cells_.cell_width, cells_.row_height);
        const TraceCell cell = cellOf(*trace_, token, layer);
        if (other_)
            paintComparedCell(painter, rect, cell, cellOf(*other_, token, layer), theme_, mark_,
                              layer);
        else
            paintTraceCell(painter, rect, cell, theme_,
                           mine ? std::optional(mark_->in(cell)) : std::nullopt, mark_ && !mine);
        if (mine && mark_->wholeIn(cell)) paintWholeSet(painter, rect, theme_);
        if (hasFocus() && current_ == Place{token, layer}) {
            painter.setPen(QPen(theme_.text, 1, Qt::DotLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect.adjusted(1, 1, -2, -2));
        }
    }
    painter.restore();
    painter.setPen(isWritten(*trace_, token) ? theme_.accent : theme_.text);
    const QString text = fontMetrics().elidedText(tokenText(*trace_, token), Qt::ElideRight,
                                                  static_cast<int>(cells_.token_width) - 10);
    painter.drawText(QRectF(0, y, cells_.token_width - 6, cells_.row_height),
                     Qt::AlignRight | Qt::AlignVCenter, text);
}

TraceTable::Place TraceTable::placeAt(const QPointF& position) const {
    if (!trace_ || position.y() < cells_.header_height) return {};
    const double y = position.y() - cells_.header_height + verticalScrollBar()->value();
    const int token = static_cast<int>(y / cells_.row_height);
    if (token < 0 || token >= tokenCount(*trace_)) return {};
    const double x = position.x() - cells_.token_width + horizontalScrollBar()->value();
    if (position.x() < cells_.token_width) return {token, -1};
    const int layer = static_cast<int>(x / cells_.cell_width);
    return layer < trace_->layers ? Place{token, layer} : Place{};
}

void TraceTable::mouseMoveEvent(QMouseEvent* event) {
    const Place place = placeAt(event->position());
    if (place.token < 0 || place.layer < 0) return QToolTip::hideText();
    QToolTip::showText(event->globalPosition().toPoint(), describe(place), viewport());
}

void TraceTable::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const Place place = placeAt(event->position());
    if (place.token >= 0 && place.layer >= 0) current_ = place;
    choose(place);
    viewport()->update();
}

void TraceTable::choose(const Place& place) {
    if (!trace_ || place.token < 0 || place.layer < 0) {
        Q_EMIT expertChosen(-1, -1);
        return;
    }
    Q_EMIT expertChosen(place.layer, cellOf(*trace_, place.token, place.layer).experts[0]);
}

void TraceTable::moveCurrent(int tokens, int layers) {
    if (!trace_) return;
    current_.token = std::clamp(current_.token + tokens, 0, tokenCount(*trace_) - 1);
    current_.layer = std::clamp(current_.layer + layers, 0, trace_->layers - 1);
    showCurrent();
}

void TraceTable::showCurrent() {
    const double top = current_.token * cells_.row_height;
    const double page = viewport()->height() - cells_.header_height;
    QScrollBar& bar = *verticalScrollBar();
    if (top < bar.value()) bar.setValue(static_cast<int>(top));
    if (top + cells_.row_height > bar.value() + page)
        bar.setValue(static_cast<int>(std::ceil(top + cells_.row_height - page)));
    setAccessibleDescription(describe(current_));
    viewport()->update();
}

void TraceTable::keyPressEvent(QKeyEvent* event) {
    const int page = std::max(1, static_cast<int>(viewport()->height() / cells_.row_height) - 2);
    switch (event->key()) {
        case Qt::Key_Up:
            return moveCurrent(-1, 0);
        case Qt::Key_Down:
            return moveCurrent(1, 0);
        case Qt::Key_Left:
            return moveCurrent(0, -1);
        case Qt::Key_Right:
            return moveCurrent(0, 1);
        case Qt::Key_PageUp:
            return moveCurrent(-page, 0);
        case Qt::Key_PageDown:
            return moveCurrent(page, 0);
        case Qt::Key_Home:
            return moveCurrent(-current_.token, 0);
        case Qt::Key_End:
            return moveCurrent(trace_ ? tokenCount(*trace_) : 0, 0);
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            return choose(current_);
        case Qt::Key_Escape:
            if (mark_) return choose({});
            break;
        default:
            break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

}  // namespace orrery
