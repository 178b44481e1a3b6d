// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the experts plot and where they stand.
#include <algorithm>

#include "widgets/palette/color_map.h"
#include "widgets/plots/experts_chart.h"
#include "widgets/plots/plot_style.h"

namespace orrery {
namespace {

// Shares of the height, below the summary.
constexpr double kUpper = 1.35, kLower = 1;
constexpr double kSummary = 2,
                 kAxis = 2.8;  // lines of the summary, of numbers and label of an axis

QCPItemText* plainText(QCustomPlot& plot) {
    auto* text = new QCPItemText(&plot);
    text->setSelectable(false);
    return text;
}

void showAxes(QCPAxisRect& rect) {
    rect.setupFullAxesBox(false);
    for (QCPAxis* axis : {rect.axis(QCPAxis::atTop), rect.axis(QCPAxis::atRight)}) {
        axis->setTicks(false);
        axis->setTickLabels(false);
    }
}

// Whole numbers only: layers and experts have no halves.
QSharedPointer<QCPAxisTicker> wholeTicks() {
    auto ticker = QSharedPointer<QCPAxisTickerFixed>(new QCPAxisTickerFixed);
    ticker->setTickStep(1);
    ticker->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
    return ticker;
}

}  // namespace

ExpertsChart::ExpertsChart(QWidget* parent) : QCustomPlot(parent), theme_(lightTheme()) {
    setObjectName(QStringLiteral("expertsChart"));
    setAutoAddPlottableToLegend(false);
    plotLayout()->clear();
    summary_ = new QCPTextElement(this);
    summary_->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
    summary_->setMargins(QMargins(10, 4, 6, 2));
    plotLayout()->addElement(0, 0, summary_);
    auto* upper = new QCPLayoutGrid;
    lower_ = new QCPLayoutGrid;
    plotLayout()->addElement(1, 0, upper);
    plotLayout()->addElement(2, 0, lower_);
    plotLayout()->setRowStretchFactor(0, 0.001);
    plotLayout()->setRowStretchFactor(1, kUpper);
    plotLayout()->setRowStretchFactor(2, kLower);
    plotLayout()->setRowSpacing(0);
    buildHistogram(*upper);
    buildHistory(*upper);
    upper->setColumnStretchFactor(0, 1.7);
    upper->setColumnStretchFactor(1, 1.0);
    buildHeatMap(*lower_);
    buildBins();
    empty_ = addFreeText(*this);
    setTheme(theme_, font());
    connect(this, &QCustomPlot::beforeReplot, this, [this] { prepare(size()); });
}

// A label may reach beyond its axis, by less than a line on each side.
double ExpertsChart::labelRoom(double height, bool low) const {
    constexpr double kBeyond = 1.4;  // lines, of both sides
    const double line = QFontMetricsF(font_).height();
    const double summary = (kSummary + static_cast<double>(summary_->text().count(u'\n'))) * line;
    const double share = low ? 1 : kUpper / (kUpper + kLower);
    return share * (height - summary) - (kAxis - kBeyond) * line;
}

void ExpertsChart::arrange(double height) {
    const QFontMetricsF metrics(font_);
    QCPAxis* axes[] = {histogram_->axis(QCPAxis::atLeft), history_->axis(QCPAxis::atLeft),
                       history_->axis(QCPAxis::atRight)};
    const auto fit = [&](bool low) {
        return std::ranges::all_of(axes, [&](const QCPAxis* axis) {
            return metrics.horizontalAdvance(axis->label()) <= labelRoom(height, low);
        });
    };
    const bool low = !fit(false);
    if (low && !fit(true))
        for (QCPAxis* axis : axes)
            axis->setLabel({});
    if (low == (lower_->layout() == nullptr)) return;
    if (low) {
        plotLayout()->take(lower_);
        plotLayout()->simplify();
        return;
    }
    plotLayout()->addElement(2, 0, lower_);
    plotLayout()->setRowStretchFactor(2, kLower);
}

void ExpertsChart::buildHistogram(QCPLayoutGrid& grid) {
    histogram_ = new QCPAxisRect(this);
    grid.addElement(0, 0, histogram_);
    showAxes(*histogram_);
    QCPAxis* x = histogram_->axis(QCPAxis::atBottom);
    QCPAxis* y = histogram_->axis(QCPAxis::atLeft);
    setAxisScale(*y, true);
    x->grid()->setVisible(false);
    whole_ticks_ = wholeTicks();
    bin_ticks_.reset(new QCPAxisTicker);
    x->setTicker(whole_ticks_);
    bars_ = new UsageBars(x, y);
    even_line_ = new QCPItemStraightLine(this);
    even_text_ = plainText(*this);
    even_line_->setClipAxisRect(histogram_);
    even_text_->setClipAxisRect(histogram_);
    even_text_->position->setAxisRect(histogram_);
    for (QCPItemPosition* position :
         {even_line_->point1, even_line_->point2, even_text_->position}) {
        position->setAxes(x, y);
        position->setAxisRect(histogram_);
        position->setTypeX(QCPItemPosition::ptAxisRectRatio);
        position->setTypeY(QCPItemPosition::ptPlotCoords);
    }
    even_text_->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
    even_text_->setText(tr("uniform"));
}

void ExpertsChart::buildHistory(QCPLayoutGrid& grid) {
    history_ = new QCPAxisRect(this);
    grid.addElement(0, 1, history_);
    history_->setupFullAxesBox(false);
    QCPAxis* top = history_->axis(QCPAxis::atTop);
    top->setTicks(false);
    top->setTickLabels(false);
    QCPAxis* x = history_->axis(QCPAxis::atBottom);
    QCPAxis* left = history_->axis(QCPAxis::atLeft);
    QCPAxis* right = history_->axis(QCPAxis::atRight);
    setAxisScale(*x, false);
    right->setTicks(true);
    right->setTickLabels(true);
    x->setLabel(tr("Step"));
    left->setLabel(tr("Gini"));
    right->setLabel(tr("Entropy (bits)"));
    gini_ = addGraph(x, left);
    entropy_ = addGraph(x, right);
    gini_->setSelectable(QCP::stNone);
    entropy_->setSelectable(QCP::stNone);
}

void ExpertsChart::buildHeatMap(QCPLayoutGrid& grid) {
    heat_ = new QCPAxisRect(this);
    grid.addElement(0, 0, heat_);
    showAxes(*heat_);
    heat_->axis(QCPAxis::atLeft)->setTicker(wholeTicks());
    heat_->axis(QCPAxis::atBottom)->setTicker(wholeTicks());
    heat_->axis(QCPAxis::atLeft)->setRangeReversed(true);
    heat_->axis(QCPAxis::atLeft)->setLabel(tr("Layer"));
    heat_->axis(QCPAxis::atBottom)->setLabel(tr("Expert"));
    for (QCPAxis* axis : heat_->axes())
        axis->grid()->setVisible(false);
    heat_map_ = new HeatMap(heat_->axis(QCPAxis::atBottom), heat_->axis(QCPAxis::atLeft));
    color_bar_ = addColorBar(*heat_, grid, 0, 1);
    scale_ = color_bar_->valueAxis()->axisRect();
    auto* left = new QCPMarginGroup(this);
    heat_->setMarginGroup(QCP::msLeft, left);
    histogram_->setMarginGroup(QCP::msLeft, left);
}

void ExpertsChart::setTheme(const ChartTheme& theme, const QFont& font) {
    theme_ = theme;
    font_ = font;
    stylePlot(*this, theme, font);
    summary_->setTextColor(theme.text);
    bars_->setTheme(theme);
    heat_map_->setTheme(theme);
    styleBins();
    color_bar_->setTheme(theme);
    even_line_->setPen(QPen(theme.faint_text, 1, Qt::DashLine));
    even_text_->setFont(font);
    even_text_->setColor(theme.faint_text);
    empty_->setFont(scaledFont(font, 1.05));
    empty_->setColor(theme.faint_text);
    const QColor first = seriesColor(0, theme.dark), second = seriesColor(1, theme.dark);
    gini_->setPen(QPen(first, 1.6));
    entropy_->setPen(QPen(second, 1.6, Qt::DashLine));
    history_->axis(QCPAxis::atLeft)->setLabelColor(first);
    history_->axis(QCPAxis::atRight)->setLabelColor(second);
    history_->axis(QCPAxis::atRight)->grid()->setVisible(false);
}

}  // namespace orrery
