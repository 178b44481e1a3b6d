// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playground/token_strip.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <utility>

namespace orrery {
namespace {

constexpr int kStripMargin = 6;

}  // namespace

class TokenStrip::Page : public QWidget {
public:
    explicit Page(TokenStrip* strip) : QWidget(strip), strip_(strip) { setMouseTracking(true); }

    QPointF inFlow(const QPoint& point) const {
        return QPointF(point) - QPointF(kStripMargin, kStripMargin);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.fillRect(rect(), strip_->theme_.background);
        if (strip_->tokens_.empty()) {
            painter.setPen(strip_->theme_.faint_text);
            painter.drawText(
                rect().adjusted(kStripMargin, kStripMargin, -kStripMargin, -kStripMargin),
                Qt::AlignCenter | Qt::TextWordWrap, strip_->empty_);
            return;
        }
        painter.translate(kStripMargin, kStripMargin);
        strip_->flow_.paint(painter, strip_->theme_, strip_->pointed_);
    }

private:
    TokenStrip* strip_;
};

TokenStrip::TokenStrip(QWidget* parent) : QScrollArea(parent), page_(new Page(this)) {
    setWidget(page_);
    setWidgetResizable(false);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    page_->installEventFilter(this);
    lay();
}

void TokenStrip::setTokens(std::vector<FlowToken> tokens) {
    const bool at_end = verticalScrollBar()->value() >= verticalScrollBar()->maximum();
    const bool longer = tokens.size() > tokens_.size();
    tokens_ = std::move(tokens);
    if (pointed_ >= static_cast<int>(tokens_.size())) point(-1);
    lay();
    if (at_end && longer) verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void TokenStrip::setEmptyText(const QString& text) {
    empty_ = text;
    setAccessibleDescription(text);
    page_->update();
}

void TokenStrip::setTheme(const ChartTheme& theme) {
    theme_ = theme;
    page_->update();
}

QRect TokenStrip::tokenRectangle(int token) const {
    return flow_.rectangle(token)
        .translated(kStripMargin, kStripMargin)
        .toAlignedRect()
        .translated(page_->pos());
}

void TokenStrip::lay() {
    const int width = std::max(40, viewport()->width());
    flow_ = TokenFlow(tokens_, font(), width - 2 * kStripMargin);
    page_->resize(
        width, std::max(viewport()->height(), static_cast<int>(flow_.height()) + 2 * kStripMargin));
    page_->update();
}

void TokenStrip::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    lay();
}

void TokenStrip::point(int token) {
    if (std::exchange(pointed_, token) == token) return;
    page_->update();
    Q_EMIT tokenPointed(token);
}

bool TokenStrip::eventFilter(QObject* watched, QEvent* event) {
    if (watched != page_) return QScrollArea::eventFilter(watched, event);
    if (event->type() == QEvent::MouseMove)
        point(flow_.at(page_->inFlow(static_cast<QMouseEvent*>(event)->pos())));
    if (event->type() == QEvent::MouseButtonPress) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const int token = flow_.at(page_->inFlow(mouse->pos()));
        setFocus(Qt::MouseFocusReason);
        if (mouse->button() == Qt::LeftButton && token >= 0) Q_EMIT tokenChosen(token);
    }
    if (event->type() == QEvent::ContextMenu) {
        const auto* menu = static_cast<QContextMenuEvent*>(event);
        const int token = flow_.at(page_->inFlow(menu->pos()));
        if (token >= 0) Q_EMIT menuWanted(token, menu->globalPos());
        return token >= 0;
    }
    return QScrollArea::eventFilter(watched, event);
}

void TokenStrip::keyPressEvent(QKeyEvent* event) {
    const int last = flow_.size() - 1;
    if (last < 0) return QScrollArea::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Left:
            point(std::max(0, pointed_ - 1));
            break;
        case Qt::Key_Right:
            point(std::min(last, pointed_ + 1));
            break;
        case Qt::Key_Home:
            point(0);
            break;
        case Qt::Key_End:
            point(last);
            break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (pointed_ >= 0) Q_EMIT tokenChosen(pointed_);
            break;
        case Qt::Key_Menu:
            if (pointed_ >= 0)
                Q_EMIT menuWanted(pointed_,
                                  viewport()->mapToGlobal(tokenRectangle(pointed_).bottomLeft()));
            break;
        default:
            return QScrollArea::keyPressEvent(event);
    }
    if (pointed_ >= 0) {
        const QRectF place = flow_.rectangle(pointed_);
        ensureVisible(static_cast<int>(place.center().x()), static_cast<int>(place.center().y()));
    }
}

}  // namespace orrery
