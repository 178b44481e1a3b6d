// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "widgets/compare/compare_curves.h"
#include "widgets/palette/figure_style.h"
#include "widgets/plots/envelope.h"
#include "widgets/plots/qcustomplot.h"
#include "widgets/plots/value_range.h"

namespace orrery {

/// Curves of several runs over each other. GUI thread.
class CompareChart : public QCustomPlot {
    Q_OBJECT

public:
    explicit CompareChart(QWidget* parent = nullptr);
    void setCurves(CompareCurves curves, const CompareOptions& options);
    const CompareCurves& curves() const { return curves_; }
    void setTexts(const QString& y_label, const QString& note, const QString& empty);
    /// In place of the axis' own; empty = that.
    void setXLabel(const QString& label) { x_label_ = label; }
    void setTheme(const ChartTheme& theme, const QFont& font);
    /// A range of x that the user chose; nullopt = everything.
    void setRangeX(const std::optional<ValueRange>& range) { range_x_ = range; }
    const std::optional<ValueRange>& rangeX() const { return range_x_; }
    void setRangeY(const std::optional<ValueRange>& range) { range_y_ = range; }
    bool preparing() const { return preparing_; }
    /// What the curves have at a place of the x axis, a line each, as rich text; empty beside them.
    QString valuesAt(double x) const;
    /// Brings the drawing up to date for this size; paintPlot() needs it before.
    void prepare(const QSizeF& size);
    /// As a figure: theme, legend, lines and ranges of the style.
    void paintIn(const FigureStyle& style, QPainter& painter, const QSizeF& size);

protected:
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    /// What was made of a curve for a window: kept as long as both stay.
    struct Drawn {
        std::shared_ptr<const CompareCurve> curve;
        Envelope line, average, low, high;
    };
    void prepareAxes();
    void prepareEnvelopes(int columns);
    void drawCurve(const Drawn& drawn, int columns, bool sharp);
    void drawBand(const Drawn& drawn, const QColor& color);
    QCPGraph* addLine(const Envelope& envelope, const QPen& pen);

    CompareCurves curves_;
    std::vector<Drawn> drawn_;
    EnvelopeWindow drawn_for_;
    CompareOptions options_;
    std::optional<ValueRange> range_x_, range_y_;
    ChartTheme theme_;
    QFont font_;
    QString x_label_, y_label_, note_, empty_;
    QCPItemText *note_item_, *empty_item_;
    bool preparing_ = false;
};

}  // namespace orrery
