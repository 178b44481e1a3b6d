// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QPointer>
#include <optional>

#include "widgets/metrics/metric_panels.h"
#include "widgets/palette/chart_theme.h"
#include "widgets/plots/qcustomplot.h"
#include "widgets/plots/value_range.h"
#include "widgets/run/run_data.h"

namespace orrery {

struct MetricsOptions {
    MetricPanels panels = firstPanels();
    double smoothing = 0;  // weight of the debiased average
    int current = 0;       // the panel that is edited
    std::optional<ValueRange> x;
};

/// Panels below each other over one axis of steps; each has two axes of values. GUI thread.
class MetricsChart : public QCustomPlot {
    Q_OBJECT

public:
    explicit MetricsChart(QWidget* parent = nullptr);
    void setRun(const RunData* run) { run_ = run; }
    void setOptions(const MetricsOptions& options) { options_ = options; }
    /// `mark`: the panel that is edited has a bar beside it.
    void setTheme(const ChartTheme& theme, const QFont& font, bool mark);
    /// Before each drawing of this size.
    void prepare(const QSizeF& size);
    /// -1 = none.
    int panelAt(const QPointF& place) const;
    /// What the curves have at a place of the x axis, a line each.
    QString valuesAt(int panel, double x) const;

Q_SIGNALS:
    void panelChosen(int panel);
    /// By dragging or the wheel; nullopt = everything.
    void rangeChosen(const std::optional<orrery::ValueRange>& x);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    struct Curve {
        QString name;
        bool right = false;
        const Series* series = nullptr;
        std::vector<double> average;  // empty without smoothing
    };
    std::vector<Curve> curvesOf(const MetricPanel& panel) const;
    void build(const QSizeF& size);
    QCPLegend* addLegend(int row);
    void fill(int number, QCPAxisRect& rect, const std::vector<Curve>& curves, QCPLegend* legend,
              const QSizeF& size);
    /// As many numbers on the axes of values as their heights have room for.
    void fitAxes(const QSizeF& size);
    void draw(const Curve& curve, int color, QCPAxisRect& rect, QCPLegend& legend, double width);
    QString labelOf(const std::vector<Curve>& curves, bool right) const;
    ValueRange stepsOnShow() const;

    QPointer<const RunData> run_;
    MetricsOptions options_;
    ChartTheme theme_;
    QFont font_;
    bool mark_ = true;
    bool preparing_ = false;
    std::vector<QCPAxisRect*> rects_;
    QCPItemText* empty_;
};

}  // namespace orrery
