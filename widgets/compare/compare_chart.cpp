// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/compare_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/plots/envelope.h"
#include "widgets/plots/plot_style.h"

namespace orrery {

namespace {

constexpr int kMostInLegend = 12;       // more stand in the table below alone
constexpr std::size_t kSharp = 60'000;  // points up to which lines are smoothed

}  // namespace

CompareChart::CompareChart(QWidget* parent) : QCustomPlot(parent), theme_(lightTheme()) {
    setObjectName(QStringLiteral("compareChart"));
    setUpCurves(*this);
    note_item_ = addText(*this, 0, 1, Qt::AlignLeft | Qt::AlignBottom);
    empty_item_ = addText(*this, 0.5, 0.5, Qt::AlignCenter);
    setTheme(theme_, font());
    connect(this, &QCustomPlot::beforeReplot, this, [this] { prepare(size()); });
}

void CompareChart::setCurves(std::vector<CompareCurve> curves, const CompareOptions& options) {
    curves_ = std::move(curves);
    options_ = options;
}

void CompareChart::setTexts(const QString& y_label, const QString& note, const QString& empty) {
    y_label_ = y_label;
    note_ = note;
    empty_ = empty;
}

void CompareChart::setTheme(const ChartTheme& theme, const QFont& font) {
    theme_ = theme;
    font_ = font;
    stylePlot(*this, theme, font);
    note_item_->setFont(scaledFont(font, 0.9));
    note_item_->setColor(theme.faint_text);
    empty_item_->setFont(scaledFont(font, 1.05));
    empty_item_->setColor(theme.faint_text);
}

void CompareChart::prepareAxes() {
    setAxisScale(*xAxis, options_.log_x);
    setAxisScale(*yAxis, options_.log_y);
    std::vector<std::span<const double>> xs, ys;
    for (const CompareCurve& curve : curves_) {
        xs.emplace_back(curve.x);
        ys.emplace_back(curve.y);
        if (curve.low.empty()) continue;
        ys.emplace_back(curve.low);
        ys.emplace_back(curve.high);
    }
    ValueRange x = range_x_.value_or(rangeOf(xs, RangeMode::all, options_.log_x, !options_.log_x));
    if (!range_x_ && !options_.log_x) x.low = std::max(x.low, 0.0);
    xAxis->setRange(x.low, x.high);
    const ValueRange y = rangeOf(ys, RangeMode::all, options_.log_y, false);
    yAxis->setRange(y.low, y.high);
    xAxis->setLabel(options_.axis == LossAxis::step     ? tr("Step")
                    : options_.axis == LossAxis::tokens ? tr("Tokens (real)")
                                                        : tr("Training time (s)"));
    yAxis->setLabel(y_label_);
}

QCPGraph* CompareChart::addLine(const std::vector<double>& x, const std::vector<double>& y,
                                const QPen& pen, int columns) {
    const EnvelopeWindow window{.from = xAxis->range().lower,
                                .to = xAxis->range().upper,
                                .columns = columns,
                                .log_x = options_.log_x,
                                .log_y = options_.log_y};
    const Envelope envelope = envelopeOf(x, y, window);
    QCPGraph* graph = addGraph();
    graph->setSelectable(QCP::stNone);
    graph->setAdaptiveSampling(false);
    graph->setPen(pen);
    graph->setData(QVector<double>(envelope.x.begin(), envelope.x.end()),
                   QVector<double>(envelope.y.begin(), envelope.y.end()), true);
    return graph;
}

void CompareChart::drawBand(const CompareCurve& curve, const QColor& color) {
    QCPGraph* low = addLine(curve.x, curve.low, QPen(Qt::NoPen), 4000);
    QCPGraph* high = addLine(curve.x, curve.high, QPen(Qt::NoPen), 4000);
    QColor fill = color;
    fill.setAlpha(theme_.dark ? 70 : 50);
    high->setBrush(fill);
    high->setChannelFillGraph(low);
}

void CompareChart::drawCurve(const CompareCurve& curve, int columns, bool sharp) {
    const QColor color = runColor(curve.color, theme_.dark);
    if (!curve.low.empty()) drawBand(curve, color);
    const bool smooth = !curve.average.empty();
    QCPGraph* shown = nullptr;
    if (smooth) {
        addLine(curve.x, curve.y, QPen(mixColors(color, theme_.background, 0.7), 1), columns)
            ->setAntialiased(false);
        shown = addLine(curve.x, curve.average, QPen(color, 1.8, runDash(curve.color)), columns);
    } else {
        // Dashes along a dense line would hide its extremes.
        const bool dense = curve.x.size() > static_cast<std::size_t>(columns) / 2;
        shown = addLine(
            curve.x, curve.y,
            QPen(color, dense ? 1.0 : 1.8, dense ? Qt::SolidLine : runDash(curve.color)), columns);
        if (curve.x.size() <= 40)
            shown->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, 4.5));
    }
    shown->setAntialiased(sharp);
    shown->setName(curve.title);
    if (curves_.size() <= kMostInLegend) shown->addToLegend();
}

void CompareChart::prepare(const QSizeF& size) {
    preparing_ = true;
    clearGraphs();
    legend->clearItems();
    prepareAxes();
    std::size_t points = 0;
    for (const CompareCurve& curve : curves_)
        points += curve.x.size();
    const int columns = std::max(1, static_cast<int>(size.width()));
    for (const CompareCurve& curve : curves_)
        drawCurve(curve, columns, points <= kSharp);
    legend->setVisible(!curves_.empty() && curves_.size() <= kMostInLegend);
    QString note = note_;
    if (options_.smoothing > 0 && !curves_.empty())
        note += (note.isEmpty() ? QString() : QStringLiteral("; ")) +
                tr("debiased EMA %1 over raw").arg(options_.smoothing, 0, 'g', 4);
    note_item_->setText(note);
    note_item_->setVisible(!note.isEmpty() && !curves_.empty());
    empty_item_->setText(empty_);
    empty_item_->setVisible(curves_.empty());
    preparing_ = false;
}

}  // namespace orrery
