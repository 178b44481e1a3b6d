// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QAbstractScrollArea>
#include <optional>

#include "widgets/traces/trace_layout.h"

namespace orrery {

/// The cells of a trace on the screen. Only what is visible is painted, so the length of the text
/// does not matter. Arrows move the current cell; Enter or a click marks its first expert, Esc
/// takes the mark away.
class TraceTable : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit TraceTable(QWidget* parent = nullptr);

    /// The trace must outlive its stay here; nullptr = none.
    void setTrace(const Trace* trace);
    /// The same tokens by another model, drawn beside; must outlive its stay here. nullptr = none.
    void setOther(const Trace* other);
    void setMark(const std::optional<TraceMark>& mark);
    void setTheme(const ChartTheme& theme);
    void setEmptyText(const QString& text);

    struct Place {
        int token = -1;
        int layer = -1;
        bool operator==(const Place&) const = default;
    };
    /// The cell at a place of the viewport; token -1 outside, layer -1 over the token's text.
    Place placeAt(const QPointF& position) const;
    Place current() const { return current_; }
    const TraceGeometry& geometryOfCells() const { return cells_; }

Q_SIGNALS:
    /// layer -1 = take the mark away.
    void expertChosen(int layer, int expert);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    void paintHeader(QPainter& painter) const;
    void paintRow(QPainter& painter, int token, double y) const;
    void moveCurrent(int tokens, int layers);
    void showCurrent();
    void choose(const Place& place);

    QString describe(const Place& place) const;

    const Trace* trace_ = nullptr;
    const Trace* other_ = nullptr;
    std::optional<TraceMark> mark_;
    ChartTheme theme_;
    QString empty_text_;
    TraceGeometry cells_;
    Place current_;
};

}  // namespace orrery
