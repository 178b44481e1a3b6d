// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playground/token_flow.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "widgets/palette/color_map.h"
#include "widgets/palette/visible_text.h"

namespace orrery {
namespace {

constexpr double kLineGap = 3;
constexpr double kLeastWidth = 6;  // of a token, so that it can be pointed at

/// Spaces stay as they are, line ends and tabs become visible.
QString flowText(const QString& piece) {
    QString text = printableText(piece.toStdString());
    text.replace(u'\n', QChar(0x21B5));
    text.replace(u'\t', QChar(0x2192));
    return text;
}

}  // namespace

TokenFlow::TokenFlow(std::vector<FlowToken> tokens, const QFont& font, double width)
    : tokens_(std::move(tokens)), font_(font) {
    const QFontMetricsF metrics(font_);
    const double line = metrics.height() + kLineGap;
    double x = 0, y = 0;
    for (const FlowToken& token : tokens_) {
        QString text = flowText(token.piece);
        double own = std::max(metrics.horizontalAdvance(text), kLeastWidth);
        if (x > 0 && x + own > width) {
            x = 0;
            y += line;
        }
        if (own > width) {
            text = metrics.elidedText(text, Qt::ElideRight, width);
            own = width;
        }
        shown_.push_back(text);
        places_.emplace_back(x, y, own, metrics.height());
        x += own;
        if (token.piece.endsWith(u'\n')) {
            x = 0;
            y += line;
        }
    }
    height_ = tokens_.empty() ? 0 : places_.back().bottom();
}

int TokenFlow::at(const QPointF& point) const {
    for (std::size_t i = 0; i < places_.size(); ++i)
        if (places_[i].adjusted(0, 0, 0, kLineGap).contains(point)) return static_cast<int>(i);
    return -1;
}

void TokenFlow::paint(QPainter& painter, const ChartTheme& theme, int pointed) const {
    painter.setFont(font_);
    const QFontMetricsF metrics(font_);
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
        const FlowToken& token = tokens_[i];
        const QRectF& place = places_[i];
        if (token.ground.isValid()) painter.fillRect(place, token.ground);
        painter.setPen(token.ground.isValid() ? inkOn(token.ground) : theme.text);
        painter.drawText(QPointF(place.left(), place.top() + metrics.ascent()), shown_[i]);
        if (token.given) {
            painter.setPen(QPen(theme.faint_text, 1));
            painter.drawLine(place.bottomLeft(), place.bottomRight());
        }
        if (token.marked || static_cast<int>(i) == pointed) {
            painter.setPen(QPen(theme.accent, token.marked ? 2 : 1));
            painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
        }
    }
}

}  // namespace orrery
