// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/metrics/metrics_chart.h"

#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <set>

#include "widgets/palette/color_map.h"
#include "widgets/plots/envelope.h"
#include "widgets/plots/plot_style.h"
#include "widgets/plots/smoothing.h"
#include "widgets/run/imported_words.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

constexpr std::size_t kMostInLegend = 12;
constexpr int kMostValues = 16;

/// The curve's last point at or before x; -1 = none.
std::ptrdiff_t indexAt(const Series& series, double x) {
    return std::upper_bound(series.steps.begin(), series.steps.end(), x) - series.steps.begin() - 1;
}

constexpr double kLeastHeight = 1.8;  // of an axis with numbers, in lines of text
constexpr double kTickRoom = 2.2;     // of a number, in lines
constexpr int kMostTicks = 6;

/// A scale needs two numbers; beyond that as many as have room.
void chooseTickCount(QCPAxis& axis, double height, double line) {
    for (int wanted = std::clamp(static_cast<int>(height / (kTickRoom * line)), 2, kMostTicks);
         wanted <= kMostTicks; ++wanted) {
        axis.ticker()->setTickCount(wanted);
        QVector<double> ticks;
        axis.ticker()->generate(axis.range(), numberLocale(), 'g', 6, ticks, nullptr, nullptr);
        const auto seen =
            std::ranges::count_if(ticks, [&](double tick) { return axis.range().contains(tick); });
        if (seen >= 2) return;
    }
}

}  // namespace

MetricsChart::MetricsChart(QWidget* parent) : QCustomPlot(parent), theme_(lightTheme()) {
    setObjectName(QStringLiteral("metricsChart"));
    setPlottingHint(QCP::phFastPolylines);
    setAutoAddPlottableToLegend(false);
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    setMouseTracking(true);
    empty_ = addFreeText(*this);
    plotLayout()->clear();
    plotLayout()->setRowSpacing(0);
    connect(this, &QCustomPlot::beforeReplot, this, [this] { prepare(size()); });
}

void MetricsChart::setTheme(const ChartTheme& theme, const QFont& font, bool mark) {
    theme_ = theme;
    font_ = font;
    mark_ = mark;
    setBackground(QBrush(theme.background));
    setLocale(numberLocale());
    empty_->setFont(font);
    empty_->setColor(theme.faint_text);
}

std::vector<MetricsChart::Curve> MetricsChart::curvesOf(const MetricPanel& panel) const {
    std::vector<Curve> curves;
    if (!run_) return curves;
    const QStringList names = namesOf(run_->series());
    std::set<QString> known;
    // Those of the left axis come first, as they are stored: a color is a place.
    for (const bool right : {false, true})
        for (const MetricEntry& entry : panel.entries) {
            if (entry.right != right) continue;
            for (const QString& name : scalarsOf(entry.name, names)) {
                if (!known.insert(name).second) continue;
                Curve curve{name, right, &run_->series(name.toStdString()), {}};
                if (options_.smoothing > 0)
                    curve.average = smoothed(curve.series->values, options_.smoothing);
                curves.push_back(std::move(curve));
            }
        }
    return curves;
}

ValueRange MetricsChart::stepsOnShow() const {
    if (options_.x) return *options_.x;
    double last = 1;
    for (const MetricPanel& panel : options_.panels)
        for (const Curve& curve : curvesOf(panel))
            if (!curve.series->steps.empty()) last = std::max(last, curve.series->steps.back());
    return {0, last};
}

void MetricsChart::build(const QSizeF& size) {
    clearPlottables();
    plotLayout()->clear();
    rects_.clear();
    const double line = QFontMetricsF(font_).height();
    auto* group = new QCPMarginGroup(this);
    for (std::size_t i = 0; i < options_.panels.size(); ++i) {
        const int row = static_cast<int>(2 * i);
        const std::vector<Curve> curves = curvesOf(options_.panels[i]);
        // An empty one would take the room.
        QCPLegend* legend = curves.empty() ? nullptr : addLegend(row);
        auto* rect = new QCPAxisRect(this);
        rect->setupFullAxesBox(false);
        rect->axis(QCPAxis::atTop)->setTicks(false);
        rect->axis(QCPAxis::atTop)->setTickLabels(false);
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, group);
        rect->setRangeDrag(Qt::Horizontal);
        rect->setRangeZoom(Qt::Horizontal);
        rect->setMinimumSize(10, static_cast<int>(2.5 * line));
        rect->setMinimumMargins(QMargins(8, 4, 8, 4));
        plotLayout()->addElement(row + 1, 0, rect);
        plotLayout()->setRowStretchFactor(row, 0.001);  // also where there is no legend
        styleAxisRect(*rect, theme_, font_);
        rects_.push_back(rect);
        fill(static_cast<int>(i), *rect, curves, legend, size);
        connect(rect->axis(QCPAxis::atBottom), qOverload<const QCPRange&>(&QCPAxis::rangeChanged),
                this, [this](const QCPRange& range) {
                    if (!preparing_) Q_EMIT rangeChosen(ValueRange{range.lower, range.upper});
                });
    }
}

QCPLegend* MetricsChart::addLegend(int row) {
    auto* legend = new QCPLegend;
    plotLayout()->addElement(row, 0, legend);
    plotLayout()->setRowStretchFactor(row, 0.001);
    legend->setLayer(QStringLiteral("legend"));
    legend->setBorderPen(Qt::NoPen);
    legend->setBrush(Qt::NoBrush);
    legend->setMargins(QMargins(8, 3, 8, 0));
    legend->setColumnSpacing(14);
    legend->setRowSpacing(1);
    legend->setIconSize(22, 12);
    legend->setTextColor(theme_.text);
    legend->setFont(font_);
    legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    return legend;
}

QString MetricsChart::labelOf(const std::vector<Curve>& curves, bool right) const {
    QStringList kinds;
    for (const Curve& curve : curves)
        if (curve.right == right && !kinds.contains(curve.name.section(u'/', 1)))
            kinds << curve.name.section(u'/', 1);
    return kinds.join(QStringLiteral(", "));
}

void MetricsChart::fill(int number, QCPAxisRect& rect, const std::vector<Curve>& curves,
                        QCPLegend* legend, const QSizeF& size) {
    const MetricPanel& panel = options_.panels[static_cast<std::size_t>(number)];
    const QFontMetricsF metrics(font_);
    // Curves are drawn for the range and the scales that the axes have.
    const ValueRange steps = stepsOnShow();
    QCPAxis* x = rect.axis(QCPAxis::atBottom);
    setAxisScale(*x, false);
    x->setRange(steps.low, steps.high);
    setAxisScale(*rect.axis(QCPAxis::atLeft), panel.log_left);
    setAxisScale(*rect.axis(QCPAxis::atRight), panel.log_right);
    for (std::size_t i = 0; i < curves.size(); ++i)
        draw(curves[i], static_cast<int>(i), rect, *legend, size.width());
    double widest = 1;
    for (int i = 0; legend && i < legend->itemCount(); ++i)
        if (auto* item = qobject_cast<QCPPlottableLegendItem*>(legend->item(i))) {
            item->setFont(font_);
            item->setMargins(kLegendMargins);
            widest = std::max(widest, metrics.horizontalAdvance(item->plottable()->name()));
        }
    if (legend) {
        const int columns = std::max(1, static_cast<int>((size.width() - 16) / (widest + 36)));
        legend->setWrap(columns);
        legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    }
    x->ticker()->setTickCount(std::clamp(
        static_cast<int>(size.width() * 0.7 / metrics.horizontalAdvance("000000000")), 2, 8));
    const bool last = number + 1 == static_cast<int>(options_.panels.size());
    x->setTickLabels(last);
    x->setLabel(last ? tr("Step") : QString());
    for (const bool right : {false, true}) {
        QCPAxis* y = rect.axis(right ? QCPAxis::atRight : QCPAxis::atLeft);
        std::vector<std::span<const double>> values;
        for (const Curve& curve : curves)
            if (curve.right == right) values.emplace_back(curve.series->values);
        const bool log = right ? panel.log_right : panel.log_left;
        const ValueRange range = rangeOf(values, RangeMode::all, log, false);
        y->setRange(range.low, range.high);
        y->ticker()->setTickStepStrategy(QCPAxisTicker::tssMeetTickCount);
        y->setTicks(!values.empty());
        y->setNumberFormat(QStringLiteral("g"));  // an exponent would be smaller than the rest
        y->setNumberPrecision(6);
        y->setLabel(labelOf(curves, right));
        if (right) y->grid()->setVisible(false);
    }
    if (mark_ && number == options_.current && options_.panels.size() > 1)
        rect.axis(QCPAxis::atLeft)->setBasePen(QPen(theme_.accent, 3));
}

void MetricsChart::fitAxes(const QSizeF& size) {
    setViewport(QRect(0, 0, qCeil(size.width()), qCeil(size.height())));
    updateLayout();
    const double line = QFontMetricsF(font_).height();
    for (QCPAxisRect* rect : rects_)
        for (const bool right : {false, true}) {
            QCPAxis* y = rect->axis(right ? QCPAxis::atRight : QCPAxis::atLeft);
            const double height = rect->height();
            // Rather none than one over the other.
            y->setTickLabels(y->ticks() && height > kLeastHeight * line);
            if (y->ticks()) chooseTickCount(*y, height, line);
            const QString label =
                y->label().isEmpty() ? QString() : fittedLabel(y->label(), font_, height);
            // Rather none than a part of it: the legend has every name.
            y->setLabel(label.contains(QChar(0x2026)) ? QString() : label);
        }
}

void MetricsChart::draw(const Curve& curve, int color, QCPAxisRect& rect, QCPLegend& legend,
                        double width) {
    QCPAxis* x = rect.axis(QCPAxis::atBottom);
    QCPAxis* y = rect.axis(curve.right ? QCPAxis::atRight : QCPAxis::atLeft);
    const bool log = y->scaleType() == QCPAxis::stLogarithmic;
    const EnvelopeWindow window{.from = x->range().lower,
                                .to = x->range().upper,
                                .columns = std::max(1, static_cast<int>(width)),
                                .log_x = false,
                                .log_y = log};
    const QColor ink = seriesColor(color, theme_.dark);
    const auto line = [&](std::span<const double> values, const QPen& pen) {
        const Envelope envelope = envelopeOf(curve.series->steps, values, window);
        auto* graph = new QCPGraph(x, y);
        graph->setSelectable(QCP::stNone);
        graph->setAdaptiveSampling(false);
        graph->setPen(pen);
        graph->setData(QVector<double>(envelope.x.begin(), envelope.x.end()),
                       QVector<double>(envelope.y.begin(), envelope.y.end()), true);
        return graph;
    };
    const Qt::PenStyle dash = curve.right ? Qt::DashLine : Qt::SolidLine;
    QCPGraph* shown = nullptr;
    if (!curve.average.empty()) {
        line(curve.series->values, QPen(mixColors(ink, theme_.background, 0.7), 1));
        shown = line(curve.average, QPen(ink, 1.6, dash));
    } else {
        shown = line(curve.series->values, QPen(ink, 1.3, dash));
        if (curve.series->values.size() <= 40)
            shown->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, ink, 3.5));
    }
    shown->setName(curve.right ? tr("%1 (right)").arg(curve.name) : curve.name);
    if (static_cast<std::size_t>(legend.itemCount()) < kMostInLegend) shown->addToLegend(&legend);
}

void MetricsChart::prepare(const QSizeF& size) {
    const QScopedValueRollback guard(preparing_, true);
    build(size);
    fitAxes(size);
    bool any = false;
    for (const MetricPanel& panel : options_.panels)
        any |= !curvesOf(panel).empty();
    const bool source = run_ && run_->hasSource();
    empty_->setText(
        brokenText(!source ? tr("Open or train a run to see its metrics.")
                   : !missingRouting(*run_).isEmpty()
                       ? missingRouting(*run_)
                       : tr("No values yet: choose metrics in the list, or wait for the first."),
                   font_, size.width() - 40));
    empty_->setVisible(!any);
    for (QCPAxisRect* rect : rects_)
        rect->setVisible(any);
}

int MetricsChart::panelAt(const QPointF& place) const {
    for (std::size_t i = 0; i < rects_.size(); ++i)
        if (rects_[i]->outerRect().contains(place.toPoint())) return static_cast<int>(i);
    return -1;
}

QString MetricsChart::valuesAt(int panel, double x) const {
    if (panel < 0 || panel >= static_cast<int>(options_.panels.size())) return {};
    QStringList lines;
    double step = -1;
    for (const Curve& curve : curvesOf(options_.panels[static_cast<std::size_t>(panel)])) {
        const std::ptrdiff_t i = indexAt(*curve.series, x);
        if (i < 0 || lines.size() >= kMostValues) continue;
        const auto at = static_cast<std::size_t>(i);
        step = std::max(step, curve.series->steps[at]);
        lines << QStringLiteral("%1: %2").arg(curve.name,
                                              decimalText(curve.series->values[at], 'g', 5));
    }
    if (lines.isEmpty()) return {};
    return tr("Step %1").arg(step) + u'\n' + lines.join(u'\n');
}

void MetricsChart::mousePressEvent(QMouseEvent* event) {
    QCustomPlot::mousePressEvent(event);
    const int panel = panelAt(event->position());
    if (panel >= 0 && panel != options_.current) Q_EMIT panelChosen(panel);
}

void MetricsChart::mouseMoveEvent(QMouseEvent* event) {
    QCustomPlot::mouseMoveEvent(event);
    if (event->buttons() != Qt::NoButton) return;
    const int panel = panelAt(event->position());
    const QCPAxisRect* rect = panel < 0 ? nullptr : rects_[static_cast<std::size_t>(panel)];
    const bool over = rect && rect->rect().contains(event->position().toPoint());
    QToolTip::showText(
        event->globalPosition().toPoint(),
        over ? valuesAt(panel, rect->axis(QCPAxis::atBottom)->pixelToCoord(event->position().x()))
             : QString(),
        this);
}

void MetricsChart::mouseDoubleClickEvent(QMouseEvent* event) {
    QCustomPlot::mouseDoubleClickEvent(event);
    Q_EMIT rangeChosen(std::nullopt);
}

}  // namespace orrery
