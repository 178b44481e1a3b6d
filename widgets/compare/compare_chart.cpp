// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/compare_chart.h"

#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "widgets/plots/plot_style.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

constexpr int kMostInLegend = 12;       // more stand in the table below alone
constexpr std::size_t kSharp = 60'000;  // points up to which lines are smoothed
constexpr std::size_t kPlain = 32;      // more curves are thin and solid: dashes repeat by then

constexpr std::size_t kMostValues = 16;  // of a tool tip

/// The point of an ascending x that lies nearest.
std::size_t nearestIndex(std::span<const double> x, double wanted) {
    const auto above = std::lower_bound(x.begin(), x.end(), wanted);
    const auto index = static_cast<std::size_t>(above - x.begin());
    if (index == x.size()) return index - 1;
    return index > 0 && wanted - x[index - 1] < x[index] - wanted ? index - 1 : index;
}

QString digits(double value) {
    return decimalText(value, 'g', 5);
}

}  // namespace

CompareChart::CompareChart(QWidget* parent) : QCustomPlot(parent), theme_(lightTheme()) {
    setObjectName(QStringLiteral("compareChart"));
    setUpCurves(*this);
    note_item_ = addText(*this, 0, 1, Qt::AlignLeft | Qt::AlignBottom);
    empty_item_ = addText(*this, 0.5, 0.5, Qt::AlignCenter);
    setTheme(theme_, font());
    setMouseTracking(true);
    connect(this, &QCustomPlot::beforeReplot, this, [this] { prepare(size()); });
}

void CompareChart::setCurves(CompareCurves curves, const CompareOptions& options) {
    curves_ = std::move(curves);
    options_ = options;
}

QString CompareChart::valuesAt(double x) const {
    QStringList lines;
    double place = std::numeric_limits<double>::infinity();
    for (const auto& curve : curves_) {
        if (curve->x.empty() || x > curve->x.back() || x < curve->x.front()) continue;
        if (lines.size() == kMostValues) {
            lines << QStringLiteral("<tr><td/><td>…</td></tr>");
            break;
        }
        const std::size_t i = nearestIndex(curve->x, x);
        if (std::abs(curve->x[i] - x) < std::abs(place - x)) place = curve->x[i];
        QString value = digits(curve->y[i]);
        if (!curve->low.empty())
            value += tr(" (%1 to %2)").arg(digits(curve->low[i]), digits(curve->high[i]));
        if (!curve->average.empty()) value += tr(", smoothed %1").arg(digits(curve->average[i]));
        lines << QStringLiteral(
                     "<tr><td><font color=\"%1\">■</font> %2&nbsp;&nbsp;</td><td>%3</td></tr>")
                     .arg(runColor(curve->color, theme_.dark).name(), curve->title.toHtmlEscaped(),
                          value.toHtmlEscaped());
    }
    if (lines.isEmpty()) return {};
    return QStringLiteral("<p>%1 %2</p><table>%3</table>")
        .arg(xAxis->label().toHtmlEscaped(), decimalText(place, 'g', 7), lines.join(QString()));
}

void CompareChart::mouseMoveEvent(QMouseEvent* event) {
    QCustomPlot::mouseMoveEvent(event);
    const QPoint at = event->position().toPoint();
    const bool over = event->buttons() == Qt::NoButton && axisRect()->rect().contains(at);
    QToolTip::showText(event->globalPosition().toPoint(),
                       over ? valuesAt(xAxis->pixelToCoord(at.x())) : QString(), this);
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
    note_item_->setFont(font);
    legend->setBorderPen(Qt::NoPen);
    note_item_->setColor(theme.faint_text);
    empty_item_->setFont(scaledFont(font, 1.05));
    empty_item_->setColor(theme.faint_text);
}

void CompareChart::prepareAxes() {
    setAxisScale(*xAxis, options_.log_x);
    setAxisScale(*yAxis, options_.log_y);
    std::vector<std::span<const double>> xs, ys;
    for (const auto& curve : curves_) {
        xs.emplace_back(curve->ends_x);
        ys.emplace_back(curve->ends_y);
    }
    ValueRange x = range_x_.value_or(rangeOf(xs, RangeMode::all, options_.log_x, !options_.log_x));
    if (options_.log_x && x.low <= 0) x = rangeOf(xs, RangeMode::all, true, false);
    if (!range_x_ && !options_.log_x) x.low = std::max(x.low, 0.0);
    xAxis->setRange(x.low, x.high);
    ValueRange y = range_y_.value_or(rangeOf(ys, RangeMode::all, options_.log_y, false));
    if (options_.log_y && y.low <= 0) y = rangeOf(ys, RangeMode::all, true, false);
    yAxis->setRange(y.low, y.high);
    xAxis->setLabel(!x_label_.isEmpty()                 ? x_label_
                    : options_.axis == LossAxis::step   ? tr("Step")
                    : options_.axis == LossAxis::tokens ? tr("Tokens (real)")
                    : options_.axis == LossAxis::share  ? tr("Share of training")
                                                        : tr("Training time (s)"));
}

void CompareChart::prepareEnvelopes(int columns) {
    const EnvelopeWindow window{.from = xAxis->range().lower,
                                .to = xAxis->range().upper,
                                .columns = columns,
                                .log_x = options_.log_x,
                                .log_y = options_.log_y};
    std::vector<Drawn> before = std::exchange(drawn_, {});
    if (!(window == std::exchange(drawn_for_, window))) before.clear();
    for (const auto& curve : curves_) {
        const auto known = std::ranges::find(before, curve, &Drawn::curve);
        if (known != before.end()) {
            drawn_.push_back(std::move(*known));
            continue;
        }
        const auto of = [&](std::span<const double> y) {
            return y.empty() ? Envelope{} : envelopeOf(curve->x, y, window);
        };
        drawn_.push_back(
            {curve, of(curve->y), of(curve->average), of(curve->low), of(curve->high)});
    }
}

QCPGraph* CompareChart::addLine(const Envelope& envelope, const QPen& pen) {
    QCPGraph* graph = addGraph();
    graph->setSelectable(QCP::stNone);
    graph->setAdaptiveSampling(false);
    graph->setPen(pen);
    graph->setData(QVector<double>(envelope.x.begin(), envelope.x.end()),
                   QVector<double>(envelope.y.begin(), envelope.y.end()), true);
    return graph;
}

void CompareChart::drawBand(const Drawn& drawn, const QColor& color) {
    QCPGraph* low = addLine(drawn.low, QPen(Qt::NoPen));
    QCPGraph* high = addLine(drawn.high, QPen(Qt::NoPen));
    QColor fill = color;
    fill.setAlpha(theme_.dark ? 70 : 50);
    high->setBrush(fill);
    high->setChannelFillGraph(low);
}

void CompareChart::drawCurve(const Drawn& drawn, int columns, bool sharp) {
    const CompareCurve& curve = *drawn.curve;
    const QColor color = runColor(curve.color, theme_.dark);
    if (!curve.low.empty()) drawBand(drawn, color);
    QCPGraph* shown = nullptr;
    if (!curve.average.empty()) {
        addLine(drawn.line, QPen(mixColors(color, theme_.background, 0.7), 1))
            ->setAntialiased(false);
        shown = addLine(drawn.average, QPen(color, 1.8, runDash(curve.color)));
    } else {
        // Dashes along a dense line would hide its extremes.
        const bool dense =
            curves_.size() > kPlain || curve.x.size() > static_cast<std::size_t>(columns) / 2;
        shown = addLine(drawn.line, QPen(color, dense ? 1.0 : 1.8,
                                         dense ? Qt::SolidLine : runDash(curve.color)));
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
    for (const auto& curve : curves_)
        points += curve->x.size();
    const int columns = std::max(1, static_cast<int>(size.width()));
    prepareEnvelopes(columns);
    for (const Drawn& drawn : drawn_)
        drawCurve(drawn, columns, points <= kSharp && curves_.size() <= kPlain);
    legend->setVisible(!curves_.empty() && curves_.size() <= kMostInLegend);
    fitLegend(*this, font_, size.width());
    yAxis->setLabel(fittedLabel(y_label_, font_, axisRoom(*this, font_, size.height())));
    QString note = note_;
    if (options_.smoothing > 0 && !curves_.empty())
        note += (note.isEmpty() ? QString() : QStringLiteral("; ")) +
                tr("debiased EMA %1 over raw").arg(decimalText(options_.smoothing, 'g', 4));
    note_item_->setText(brokenText(note, font_, size.width() - 90));
    note_item_->setVisible(!note.isEmpty() && !curves_.empty());
    empty_item_->setText(empty_);
    empty_item_->setVisible(curves_.empty());
    preparing_ = false;
}

void CompareChart::paintIn(const FigureStyle& style, QPainter& painter, const QSizeF& size) {
    if (const auto& x = style.x_range) setRangeX(ValueRange{x->first, x->second});
    if (const auto& y = style.y_range) setRangeY(ValueRange{y->first, y->second});
    placeLegend(*this, *axisRect(), style.legend);
    setTheme(style.theme, painter.font());
    prepare(size);
    scaleLines(*this, style.line_scale);
    paintPlot(*this, painter, size);
}

}  // namespace orrery
