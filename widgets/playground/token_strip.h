// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QScrollArea>
#include <memory>
#include <vector>

#include "widgets/playground/token_flow.h"

namespace orrery {

/// A text's tokens on the screen: one is pointed at, by mouse or arrow keys, and one is chosen, by
/// a click or Enter.
class TokenStrip : public QScrollArea {
    Q_OBJECT

public:
    explicit TokenStrip(QWidget* parent = nullptr);

    /// Keeps where it is scrolled to, unless that was the end: then it follows.
    void setTokens(std::vector<FlowToken> tokens);
    void setEmptyText(const QString& text);
    void setTheme(const ChartTheme& theme);
    int pointed() const { return pointed_; }
    /// Where a token stands, in the viewport's coordinates.
    QRect tokenRectangle(int token) const;

Q_SIGNALS:
    void tokenPointed(int token);  // -1 = none
    void tokenChosen(int token);
    void menuWanted(int token, const QPoint& global);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    class Page;
    void lay();
    void point(int token);

    Page* page_;
    std::vector<FlowToken> tokens_;
    TokenFlow flow_;
    ChartTheme theme_ = lightTheme();
    QString empty_;
    int pointed_ = -1;
};

}  // namespace orrery
