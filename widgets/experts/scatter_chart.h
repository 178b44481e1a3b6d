// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "widgets/palette/chart_theme.h"
#include "widgets/plots/qcustomplot.h"
#include "widgets/run/selection.h"

namespace orrery {

struct ScatterPoint {
    ExpertId id;
    double x = 0, y = 0;  // finite
    bool chosen = false;
};

struct ScatterPicture {
    std::vector<ScatterPoint> points;
    QString x_label, y_label;
    bool log_x = false, log_y = false;
    bool by_layer = false;  // a color for each layer
    QString note;           // below the points, for people
    QString empty;          // in place of no points
};

/// Two measures of experts against each other. Where some are chosen, the others are gray. GUI
/// thread.
class ScatterChart : public QCustomPlot {
    Q_OBJECT

public:
    explicit ScatterChart(QWidget* parent = nullptr);
    void setPicture(ScatterPicture picture);
    const ScatterPicture& picture() const { return picture_; }
    void setTheme(const ChartTheme& theme, const QFont& font);
    /// Before each drawing of this size.
    void prepare(const QSizeF& size);
    /// The point nearest to a place of the widget, within a few pixels; nullptr = none.
    const ScatterPoint* pointAt(const QPointF& place) const;

Q_SIGNALS:
    /// The points in a rectangle that was drawn, or the one that was clicked; `add` to those that
    /// are chosen already.
    void chosen(const std::vector<orrery::ExpertId>& experts, bool add);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void choose(const QRect& rect, const QMouseEvent& event);
    void prepareAxes(const QSizeF& size);
    void makeRoomForNote(double height);
    void showLegend(bool shown);
    bool drawable(const ScatterPoint& point) const;
    void addPoints(const QString& name, const QColor& color, double size,
                   const std::vector<const ScatterPoint*>& points);

    ScatterPicture picture_;
    ChartTheme theme_;
    QFont font_;
    QCPItemText *empty_, *note_;
    QPoint pressed_;
};

}  // namespace orrery
