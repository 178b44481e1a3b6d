// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens as running text, each on its own ground: where they stand and how they are drawn, on the
// screen and in figures. Values.
#pragma once
#include <QColor>
#include <QFont>
#include <QList>
#include <QRectF>
#include <QString>
#include <vector>

#include "widgets/palette/chart_theme.h"

class QPainter;

namespace orrery {

struct FlowToken {
    QString piece;       // as the model knows it: a space before a word is a part of it
    QColor ground;       // invalid = none
    bool given = false;  // of the prompt: underlined
    bool marked = false;
};

class TokenFlow {
public:
    /// Breaks lines at `width` and at line ends of the text; a token that is wider is cut there.
    TokenFlow(std::vector<FlowToken> tokens, const QFont& font, double width);
    TokenFlow() = default;

    double height() const { return height_; }
    /// The token at a point; -1 = none.
    int at(const QPointF& point) const;
    /// Empty for a token that is not laid out yet.
    QRectF rectangle(int token) const {
        return token >= 0 && token < std::ssize(places_) ? places_[static_cast<std::size_t>(token)]
                                                         : QRectF();
    }
    int size() const { return static_cast<int>(tokens_.size()); }
    void paint(QPainter& painter, const ChartTheme& theme, int pointed = -1) const;

private:
    std::vector<FlowToken> tokens_;
    std::vector<QString> shown_;
    std::vector<QRectF> places_;
    QFont font_;
    double height_ = 0;
};

}  // namespace orrery
