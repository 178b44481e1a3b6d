// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/loss_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/runs/imported_run.h"
#include "widgets/palette/color_map.h"
#include "widgets/plots/plot_style.h"
#include "widgets/run/run_data.h"
#include "widgets/status/run_words.h"

namespace orrery {
namespace {

// More points than this read as a line without discs.
constexpr std::size_t kDiscs = 60;

// Points with a gap on both sides: a line would not show them.
Envelope lonePoints(const Envelope& envelope) {
    Envelope lone;
    const auto gap = [&envelope](std::size_t i) {
        return i >= envelope.y.size() || std::isnan(envelope.y[i]);
    };
    for (std::size_t i = 0; i < envelope.y.size(); ++i) {
        if (gap(i) || !gap(i - 1) || !gap(i + 1)) continue;
        lone.x.push_back(envelope.x[i]);
        lone.y.push_back(envelope.y[i]);
    }
    return lone;
}

/// Where a value stands on an axis: 0 at its lower end, 1 at the upper one.
double shareOf(const QCPAxis& axis, double value) {
    const QCPRange range = axis.range();
    if (axis.scaleType() == QCPAxis::stLogarithmic)
        return std::log(value / range.lower) / std::log(range.upper / range.lower);
    return (value - range.lower) / range.size();
}

}  // namespace

LossChart::LossChart(QWidget* parent) : QCustomPlot(parent), theme_(lightTheme()) {
    setObjectName(QStringLiteral("lossChart"));
    setUpCurves(*this);
    note_item_ = addText(*this, 0.0, 1.0, Qt::AlignLeft | Qt::AlignBottom);
    empty_item_ = addText(*this, 0.5, 0.5, Qt::AlignCenter);
    setTheme(theme_, font());
    connect(this, &QCustomPlot::beforeReplot, this, [this] { prepare(size()); });
}

void LossChart::setRun(RunData* run) {
    run_ = run;
    drawn_.clear();
}

void LossChart::setOptions(const LossOptions& options) {
    options_ = options;
    drawn_.clear();  // averages are others, perhaps in the same place
}

void LossChart::setMarks(std::vector<LossMark> marks) {
    marks_ = std::move(marks);
}

void LossChart::setDataWindow(const LossWindow& window) {
    window_ = window;
}

void LossChart::setTheme(const ChartTheme& theme, const QFont& font) {
    theme_ = theme;
    font_ = font;
    stylePlot(*this, theme, font);
    note_item_->setFont(font);
    legend->setBorderPen(Qt::NoPen);
    note_item_->setColor(theme.warning);
    empty_item_->setFont(scaledFont(font, 1.05));
    empty_item_->setColor(theme.faint_text);
}

void LossChart::keepAxesAsWindow(bool x, bool y) {
    if (x) window_.x = ValueRange{xAxis->range().lower, xAxis->range().upper};
    if (y) window_.y = ValueRange{yAxis->range().lower, yAxis->range().upper};
}

const LossCurves& LossChart::currentCurves() {
    curves_.update(run_, options_, window_.x, wait_);
    return curves_;
}

void LossChart::prepare(const QSizeF& size) {
    preparing_ = true;
    curves_.update(run_, options_, window_.x, wait_);
    used_graphs_ = 0;
    prepareAxes();
    // A line is one unit wide: more columns than units would lie upon each other.
    prepareGraphs(static_cast<int>(size.width()));
    fitLegend(*this, font_, size.width());
    yAxis->setLabel(
        fittedLabel(tr("Loss (nats per token)"), font_, axisRoom(*this, font_, size.height())));
    prepareMarks(size);
    while (graphCount() > used_graphs_)
        removeGraph(graphCount() - 1);
    prepareNote(size.width());
    preparing_ = false;
}

ValueRange LossChart::wholeX() const {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const LossCurve& curve : curves_.curves()) {
        const auto first = options_.log_x ? std::upper_bound(curve.x.begin(), curve.x.end(), 0.0)
                                          : curve.x.begin();
        if (first == curve.x.end()) continue;
        low = std::min(low, *first);
        high = std::max(high, curve.x.back());
    }
    if (!(low <= high)) return options_.log_x ? ValueRange{1, 10} : ValueRange{0, 1};
    if (options_.log_x) return {low, std::max(high, low * 1.1)};
    // A run's start is its step 0, also where the first point comes later.
    if (low < 0.2 * high) low = std::min(0.0, low);
    return {low, high > low ? high : low + 1};
}

void LossChart::prepareAxes() {
    setAxisScale(*xAxis, options_.log_x);
    setAxisScale(*yAxis, options_.log_y);
    ValueRange x = window_.x.value_or(wholeX());
    if (options_.log_x && x.low <= 0) x = wholeX();
    xAxis->setRange(x.low, x.high);
    xAxis->setLabel(options_.axis == LossAxis::step   ? tr("Step")
                    : options_.axis == LossAxis::time ? tr("Training time (s)")
                    : curves_.countsRealTokens()      ? tr("Tokens (real)")
                                                      : tr("Tokens (padding included)"));
}

ValueRange LossChart::wholeY() const {
    if (options_.range == RangeMode::manual && (!options_.log_y || options_.manual.low > 0))
        return options_.manual;
    std::vector<std::span<const double>> shown;
    for (const Drawn& drawn : drawn_) {
        // The robust range asks where most points are, so it reads the points, not their extremes.
        if (options_.range == RangeMode::robust && !window_.x)
            shown.emplace_back(drawn.curve.raw);
        else
            shown.emplace_back(drawn.raw.y);
    }
    const RangeMode mode = options_.range == RangeMode::manual ? RangeMode::all : options_.range;
    return rangeOf(shown, mode, options_.log_y, options_.include_zero);
}

// Of curves that have no new points, what was made for the same window is kept.
void LossChart::prepareEnvelopes(int columns) {
    const EnvelopeWindow window{.from = xAxis->range().lower,
                                .to = xAxis->range().upper,
                                .columns = std::max(columns, 1),
                                .log_x = options_.log_x,
                                .log_y = options_.log_y};
    const auto same = [](std::span<const double> a, std::span<const double> b) {
        return a.data() == b.data() && a.size() == b.size();
    };
    std::vector<Drawn> before = std::exchange(drawn_, {});
    if (!(std::exchange(drawn_for_, window) == window)) before.clear();
    for (const LossCurve& curve : curves_.curves()) {
        const auto known = std::ranges::find_if(before, [&](const Drawn& drawn) {
            return drawn.curve.name == curve.name && drawn.curve.revision == curve.revision &&
                   same(drawn.curve.x, curve.x) && same(drawn.curve.raw, curve.raw) &&
                   same(drawn.curve.average, curve.average);
        });
        Drawn drawn{.curve = curve, .raw = {}, .average = {}};
        if (known != before.end()) {
            drawn.raw = std::move(known->raw);
            drawn.average = std::move(known->average);
        } else {
            drawn.raw = envelopeOf(curve.x, curve.raw, window, curve.shares);
            if (curve.smooth) drawn.average = outlineOf(curve.x, curve.average, window);
        }
        drawn_.push_back(std::move(drawn));
    }
}

void LossChart::prepareGraphs(int columns) {
    prepareEnvelopes(columns);
    ValueRange y = window_.y.value_or(ValueRange{});
    if (!window_.y || (options_.log_y && y.low <= 0)) y = wholeY();
    yAxis->setRange(y.low, y.high);
    legend->clearItems();
    for (const Drawn& drawn : drawn_)
        drawCurve(drawn);
    legend->setVisible(!drawn_.empty());
    empty_item_->setVisible(drawn_.empty());
    empty_item_->setText(run_ && run_->hasSource()
                             ? isImportedRun(run_->info()->folder)
                                   ? tr("An imported model has no losses.")
                                   : tr("No loss yet: waiting for the first step.")
                             : tr("Train a configuration or open a run to see its loss here."));
}

QCPGraph* LossChart::nextGraph() {
    QCPGraph* graph = used_graphs_ < graphCount() ? this->graph(used_graphs_) : addGraph();
    ++used_graphs_;
    graph->setSelectable(QCP::stNone);
    graph->setScatterStyle(QCPScatterStyle::ssNone);
    graph->setLineStyle(QCPGraph::lsLine);
    graph->setAntialiased(true);
    // The envelope has done that already, and QCustomPlot's own would join our strips again.
    graph->setAdaptiveSampling(false);
    return graph;
}

void LossChart::setGraph(QCPGraph& graph, const std::vector<double>& x,
                         const std::vector<double>& y, bool strips) {
    constexpr std::size_t kStrip = 8;
    const bool cut = strips && x.size() > 60 * kStrip;
    QVector<QCPGraphData> points;
    points.reserve(static_cast<qsizetype>(x.size() + (cut ? x.size() / kStrip * 2 : 0)));
    for (std::size_t i = 0; i < x.size(); ++i) {
        points.push_back(QCPGraphData(x[i], y[i]));
        if (!cut || i % kStrip != kStrip - 1) continue;
        points.push_back(QCPGraphData(x[i], std::numeric_limits<double>::quiet_NaN()));
        points.push_back(points[points.size() - 2]);
    }
    graph.data()->set(points, true);
}

void LossChart::drawCurve(const Drawn& drawn) {
    const LossCurve& curve = drawn.curve;
    const QColor strong = seriesColor(curve.color, theme_.dark);
    const QColor color = curve.twin ? mixColors(strong, theme_.background, 0.35) : strong;
    const Qt::PenStyle dash = curve.twin ? Qt::DashLine : Qt::SolidLine;
    const bool dense = drawn.raw.x.size() > 2 * kDiscs;

    QCPGraph* raw = nextGraph();
    raw->setPen(QPen(curve.smooth ? mixColors(color, theme_.background, 0.62) : color,
                     curve.smooth || dense ? 1.0 : 1.7, dash));
    if (curve.color > 0 && drawn.raw.x.size() <= kDiscs)
        raw->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, 5.5));
    // Strokes that fill their columns gain nothing from soft edges, which cost most of the time.
    raw->setAntialiased(drawn.raw.x.size() < 800);
    setGraph(*raw, drawn.raw.x, drawn.raw.y, true);

    const Envelope lone = lonePoints(drawn.raw);
    if (!lone.x.empty()) {
        QCPGraph* points = nextGraph();
        points->setLineStyle(QCPGraph::lsNone);
        points->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, 4));
        setGraph(*points, lone.x, lone.y);
    }
    if (!drawn.raw.gaps.empty()) {
        QCPGraph* gaps = nextGraph();
        gaps->setLineStyle(QCPGraph::lsNone);
        gaps->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssTriangleInverted,
                                              QPen(theme_.warning, 1), theme_.warning, 8));
        const double top = valueAt(*yAxis, 0.98);
        setGraph(*gaps, drawn.raw.gaps, std::vector<double>(drawn.raw.gaps.size(), top));
    }
    QCPGraph* shown = raw;
    if (curve.smooth) {
        shown = nextGraph();
        shown->setPen(QPen(color, 1.8, dash, Qt::RoundCap, Qt::RoundJoin));
        setGraph(*shown, drawn.average.x, drawn.average.y, true);
    }
    shown->setName(legendOf(curve));
    shown->addToLegend();
}

QString LossChart::legendOf(const LossCurve& curve) const {
    QString text = curve.title;
    if (std::isfinite(curve.last)) text += QStringLiteral(": ") + decimalText(curve.last, 'f', 3);
    if (curve.smooth)
        text += tr(" (debiased EMA %1 over raw)").arg(decimalText(options_.smoothing, 'g', 4));
    if (curve.name == "val/loss" && run_) {
        const double bits = lastFinite(run_->series("val/bits_per_byte").values);
        if (std::isfinite(bits)) text += tr(" (%1 bits per byte)").arg(decimalText(bits, 'f', 3));
    }
    return text;
}

void LossChart::prepareMarks(const QSizeF& size) {
    nameMarks({}, size);
    if (marks_.empty()) return;
    QCPGraph* lines = nextGraph();
    lines->setPen(QPen(theme_.faint_text, 1, Qt::DotLine));
    QCPGraph* flags = nextGraph();
    flags->setLineStyle(QCPGraph::lsNone);
    flags->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(theme_.faint_text, 1), theme_.surface, 8));
    std::vector<double> x, y, flag_x, flag_y;
    std::vector<std::pair<double, QString>> names;
    const QCPRange range = yAxis->range();
    const double foot = valueAt(*yAxis, 0.018);
    for (const LossMark& mark : marks_) {
        const double place = curves_.positionOf(mark.step, mark.time);
        if (!std::isfinite(place)) continue;
        x.insert(x.end(), {place, place, place});
        y.insert(y.end(), {range.lower, range.upper, std::numeric_limits<double>::quiet_NaN()});
        flag_x.push_back(place);
        flag_y.push_back(foot);
        names.emplace_back(place, mark.text);
    }
    setGraph(*lines, x, y);
    setGraph(*flags, flag_x, flag_y);
    nameMarks(names, size);
}

double LossChart::curveShareAt(double place) const {
    double highest = 0;
    for (const Drawn& drawn : drawn_) {
        const Envelope& line = drawn.curve.smooth ? drawn.average : drawn.raw;
        if (line.x.empty()) continue;
        const auto at = std::min<std::ptrdiff_t>(
            std::ranges::lower_bound(line.x, place) - line.x.begin(), std::ssize(line.x) - 1);
        const double share = shareOf(*yAxis, line.y[static_cast<std::size_t>(at)]);
        if (std::isfinite(share)) highest = std::max(highest, share);
    }
    return highest;
}

// Without its section, then without its values, where the axis is too short for it.
QString LossChart::markName(const QString& text, int more, double room) const {
    const QFontMetricsF metrics(font_);
    const QString tail = more > 0 ? QStringLiteral(" (+%1)").arg(more) : QString();
    const QString key = text.section(u' ', 0, 0), word = key.section(u'.', -1);
    for (const QString& name : {text, word + text.mid(key.size()), word})
        if (metrics.horizontalAdvance(name + tail) <= room) return name + tail;
    return metrics.elidedText(word + tail, Qt::ElideMiddle, room);
}

void LossChart::nameMarks(const std::vector<std::pair<double, QString>>& places,
                          const QSizeF& size) {
    const double height = QFontMetricsF(font_).height();
    const double room = 0.92 * axisRoom(*this, font_, size.height()) - 8;
    double last = -std::numeric_limits<double>::infinity();
    QString first;  // of those that share a text
    int more = 0;
    std::size_t used = 0;
    for (const auto& [place, text] : places) {
        const double share = shareOf(*xAxis, place);
        if (share < 0 || share > 1) continue;
        if ((share - last) * size.width() < 2 * height) {
            QCPItemText* shared = mark_items_[used - 1];
            shared->setText(markName(first, ++more, room));
            // Beside all of their lines.
            if (share < 0.5) shared->position->setCoords(place, shared->position->coords().y());
            continue;
        }
        more = 0;
        last = share;
        first = text;
        if (used == mark_items_.size()) mark_items_.push_back(addText(*this, 0, 0, {}));
        QCPItemText* item = mark_items_[used++];
        item->position->setTypeX(QCPItemPosition::ptPlotCoords);
        item->setRotation(-90);
        // On the side where there is more room, and at the end that the curves leave free.
        const bool above = curveShareAt(place) < 0.5;
        item->position->setCoords(place, above ? 0.04 : 0.96);
        item->setPositionAlignment((above ? Qt::AlignRight : Qt::AlignLeft) |
                                   (share < 0.5 ? Qt::AlignTop : Qt::AlignBottom));
        item->setFont(font_);
        item->setColor(theme_.faint_text);
        item->setText(markName(text, 0, room));
        item->setVisible(true);
    }
    for (std::size_t i = used; i < mark_items_.size(); ++i)
        mark_items_[i]->setVisible(false);
}

QStringList LossChart::markNames() const {
    QStringList names;
    for (const QCPItemText* item : mark_items_)
        if (item->visible()) names << item->text();
    return names;
}

void LossChart::prepareNote(double width) {
    std::size_t hidden = 0, not_finite = 0;
    for (const Drawn& drawn : drawn_) {
        hidden += drawn.raw.hidden;
        not_finite += drawn.raw.not_finite;
    }
    QStringList notes;
    if (not_finite > 0)
        notes << tr("\u25bc %n values are not finite", nullptr, static_cast<int>(not_finite));
    if (hidden > 0)
        notes << tr("%n values at or below zero are hidden by the log axis", nullptr,
                    static_cast<int>(hidden));
    note_ = notes.join(QStringLiteral("   "));
    note_item_->setText(brokenText(note_, font_, width - 90));
    note_item_->setVisible(!note_.isEmpty());
}

}  // namespace orrery
