// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/status/elided_label.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>
#include <algorithm>

namespace orrery {

namespace {

constexpr int kLeastLetters = 8;

}  // namespace

ElidedLabel::ElidedLabel(QWidget* parent, Qt::TextElideMode mode) : QLabel(parent), mode_(mode) {
    setTextFormat(Qt::PlainText);
}

QSize ElidedLabel::minimumSizeHint() const {
    const QSize whole = QLabel::minimumSizeHint();
    const int others = whole.width() - fontMetrics().horizontalAdvance(text());
    const int least = std::max(0, others) + kLeastLetters * fontMetrics().averageCharWidth();
    return {std::min(whole.width(), least), whole.height()};
}

QString ElidedLabel::shownText() const {
    return fontMetrics().elidedText(text(), mode_, contentsRect().width());
}

bool ElidedLabel::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty()) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), shownText() == text() ? QString() : text(), this);
        return true;
    }
    return QLabel::event(event);
}

void ElidedLabel::paintEvent(QPaintEvent* event) {
    if (shownText() == text()) return QLabel::paintEvent(event);
    QPainter painter(this);
    drawFrame(&painter);
    style()->drawItemText(&painter, contentsRect(),
                          static_cast<int>(alignment() | Qt::TextSingleLine), palette(),
                          isEnabled(), shownText(), foregroundRole());
}

}  // namespace orrery
