// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/experts_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/plots/plot_style.h"
#include "widgets/run/imported_words.h"
#include "widgets/status/run_words.h"

namespace orrery {
namespace {

const std::vector<double> kNoCounts;

struct CountAxis {
    bool log;
    QCPRange range;
    /// Of the height, where a count stands.
    double place(double count) const {
        return log ? std::log(count / range.lower) / std::log(range.upper / range.lower)
                   : (count - range.lower) / range.size();
    }
};

CountAxis countAxis(const std::vector<double>& counts, bool log,
                    const std::optional<ValueRange>& wanted) {
    if (wanted && (!log || wanted->low > 0)) return {log, {wanted->low, wanted->high}};
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (const double count : counts) {
        if (count > 0) least = std::min(least, count);
        most = std::max(most, count);
    }
    if (!log || !(most > 0)) return {false, {0, most > 0 ? most * 1.15 : 1}};
    return {true, {std::min(1.0, least) * 0.5, std::max(10.0, most) * 1.6}};
}

}  // namespace

const std::vector<double>& ExpertsChart::countsOf(int layer) const {
    const auto index = static_cast<std::size_t>(layer);
    return layer >= 0 && index < usage_.layers.size() ? usage_.layers[index] : kNoCounts;
}

void ExpertsChart::prepare(const QSizeF& size) {
    usage_ = usageOf(run_, options_.span);
    const bool bins = showsBins();
    showBars(!bins);
    if (bins)
        prepareBins(size.width());
    else
        prepareHistogram(size.width());
    prepareSummary(size.width());
    arrange(size.height());
    prepareHistory();
    prepareHeatMap();
    prepareTicks(size);
    for (QCPAxisRect* rect : {histogram_, history_, heat_, scale_})
        rect->setVisible(!usage_.empty() && rect->layout()->layout() != nullptr);
    empty_->setVisible(usage_.empty());
    empty_->setText(run_ && run_->hasSource()
                        ? !missingRouting(*run_).isEmpty()
                              ? missingRouting(*run_)
                              : tr("No usage counts yet: waiting for the first.")
                        : tr("Train a configuration or open a run to see its expert usage."));
}

// As many numbers as have room: the plots' shares of the whole are the layout's.
void ExpertsChart::prepareTicks(const QSizeF& size) {
    const QFontMetricsF metrics(font_);
    const auto set = [](QCPAxisRect* rect, QCPAxis::AxisType side, double room, double each) {
        const int count = std::clamp(static_cast<int>(room / each), 2, 7);
        rect->axis(side)->ticker()->setTickCount(count);
    };
    const double number = metrics.horizontalAdvance(QStringLiteral("00000")) * 1.5;
    const double line = metrics.height() * 2.2;
    set(histogram_, QCPAxis::atBottom, size.width() * 0.45, number);
    set(history_, QCPAxis::atBottom, size.width() * 0.18, number);
    set(heat_, QCPAxis::atBottom, size.width() * 0.7, number);
    history_->axis(QCPAxis::atBottom)
        ->ticker()
        ->setTickStepStrategy(QCPAxisTicker::tssMeetTickCount);  // its numbers are long
    set(heat_, QCPAxis::atLeft, size.height() * 0.25, line);
    set(histogram_, QCPAxis::atLeft, size.height() * 0.3, line);
    // What the heat map has of the height, without its own labels.
    const double scale = size.height() * 0.38 - 2.6 * metrics.height();
    set(scale_, QCPAxis::atRight, scale, line);
    const QString label = tr("Share of selections (%)");
    const bool fits = metrics.horizontalAdvance(label) <= scale + metrics.height();
    scale_->axis(QCPAxis::atRight)->setLabel(fits ? label : tr("Share (%)"));
    set(history_, QCPAxis::atLeft, size.height() * 0.3, line);
    set(history_, QCPAxis::atRight, size.height() * 0.3, line);
}

void ExpertsChart::prepareSummary(double width) {
    QFont bold = font_;
    bold.setBold(true);
    summary_->setFont(bold);
    const auto& counts = countsOf(options_.layer);
    const int layers = static_cast<int>(usage_.layers.size());
    QString text;
    if (showsBins())
        text = binsSummary();
    else if (!counts.empty())
        text = summaryText(summarize(counts, options_.layer), layers);
    summary_->setText(text.isEmpty() ? text : brokenText(text, bold, width - 24));
}

void ExpertsChart::prepareHistogram(double width) {
    const auto& counts = countsOf(options_.layer);
    order_.resize(counts.size());
    if (options_.sorted)
        order_ = byUsage(counts);
    else
        for (std::size_t i = 0; i < order_.size(); ++i)
            order_[i] = static_cast<int>(i);
    std::vector<double> placed;
    std::vector<int> marked;
    for (const int expert : order_) {
        if (selection_ && selection_->chosen().contains(options_.layer, expert))
            marked.push_back(static_cast<int>(placed.size()));
        placed.push_back(counts[static_cast<std::size_t>(expert)]);
    }
    bars_->setCounts(std::move(placed));
    bars_->setMarked(std::move(marked));
    const double experts = std::max<double>(1, static_cast<double>(counts.size()));
    QCPAxis* x = histogram_->axis(QCPAxis::atBottom);
    QCPAxis* y = histogram_->axis(QCPAxis::atLeft);
    x->setRange(-0.7, experts - 0.3);
    const CountAxis axis = countAxis(counts, options_.log, options_.counts);
    setAxisScale(*y, axis.log);
    y->setRange(axis.range);
    const LayerSummary summary = summarize(counts, options_.layer);
    const int dead = summary.experts - summary.used;
    QString label = options_.sorted ? tr("Expert (sorted by usage)") : tr("Expert");
    if (dead > 0) label += tr(" (\u2715 never selected: %1)").arg(dead);
    x->setLabel(fittedLabel(label, font_, width * 0.6 - 5 * QFontMetricsF(font_).height()));
    const bool even = summary.selections > 0;
    const double mean = summary.selections / experts;
    even_line_->setVisible(even);
    even_text_->setVisible(even);
    even_line_->point1->setCoords(0, mean);
    even_line_->point2->setCoords(1, mean);
    even_text_->position->setCoords(0.995, mean);
    // Above the line is no room near the top.
    const bool below = axis.place(mean) > 0.8;
    even_text_->setPositionAlignment(Qt::AlignRight | (below ? Qt::AlignTop : Qt::AlignBottom));
    QColor ground = theme_.background;
    ground.setAlpha(below ? 210 : 0);  // over bars
    even_text_->setBrush(ground);
}

void ExpertsChart::showBars(bool on) {
    bars_->setVisible(on);
    even_line_->setVisible(on);
    even_text_->setVisible(on);
    for (QCPAbstractPlottable* one : std::initializer_list<QCPAbstractPlottable*>{
             bins_, marked_bins_, published_gini_, published_entropy_})
        one->setVisible(!on);
    histogram_->axis(QCPAxis::atBottom)->setTicker(on ? whole_ticks_ : bin_ticks_);
    histogram_->axis(QCPAxis::atLeft)->setLabel(on ? tr("Selections") : tr("Experts"));
    history_->axis(QCPAxis::atLeft)->setLabel(on ? tr("Gini") : tr("Gini (state)"));
    history_->axis(QCPAxis::atRight)
        ->setLabel(on ? tr("Entropy (bits)") : tr("Entropy (state, bits)"));
}

void ExpertsChart::prepareHistory() {
    if (showsBins()) {
        prepareEvenness();
        return setHistoryRanges();
    }
    const auto set = [this](QCPGraph& graph, const std::string& metric) {
        QVector<QCPGraphData> points;
        if (run_) {
            const Series& series =
                run_->series("layer" + std::to_string(options_.layer) + "/" + metric);
            points.reserve(static_cast<qsizetype>(series.values.size()));
            for (std::size_t i = 0; i < series.values.size(); ++i)
                if (std::isfinite(series.values[i]))
                    points.push_back(QCPGraphData(series.steps[i], series.values[i]));
        }
        graph.data()->set(points, true);
    };
    set(*gini_, "gini");
    set(*entropy_, "entropy_bits");
    setHistoryRanges();
}

void ExpertsChart::setHistoryRanges() {
    bool found = false;
    QCPRange steps = gini_->getKeyRange(found);
    if (!found) steps = {0, 1};
    if (showsBins() && !published_gini_->data()->isEmpty())
        steps.expand(published_gini_->getKeyRange(found));
    history_->axis(QCPAxis::atBottom)
        ->setRange(std::min(0.0, steps.lower),
                   options_.last_step.value_or(std::max(steps.upper, 1.0)));
    history_->axis(QCPAxis::atLeft)->setRange(0, 1);
    const auto experts = static_cast<double>(countsOf(options_.layer).size());
    const double most = std::log2(std::max(2.0, experts));
    history_->axis(QCPAxis::atRight)->setRange(0, most);
}

void ExpertsChart::prepareHeatMap() {
    std::vector<std::vector<double>> shares = usage_.layers;
    double low = 1, high = 0;
    std::size_t experts = 1;
    bool dead = false;
    for (auto& row : shares) {
        double total = 0;
        for (const double count : row)
            total += count;
        for (double& value : row) {
            value = total > 0 ? value / total : 0;
            if (value > 0) low = std::min(low, value);
            dead |= value <= 0;
            high = std::max(high, value);
        }
        experts = std::max(experts, row.size());
    }
    if (high <= 0) low = 1e-3, high = 1;
    if (high / low < 1.5) low = high / 1.5;
    // Shares below a ten-thousandth of the largest are told apart by nobody: one color for all.
    low = std::max(low, high * 1e-4);
    if (options_.shares) low = options_.shares->low / 100, high = options_.shares->high / 100;
    heat_map_->setValues(std::move(shares));
    heat_map_->setColorRange(low, high);
    const ExpertSelection mark = selection_ ? selection_->chosen() : ExpertSelection{};
    heat_map_->setMarked(mark.layer, mark.experts);
    const auto layers = static_cast<double>(std::max<std::size_t>(usage_.layers.size(), 1));
    heat_->axis(QCPAxis::atBottom)->setRange(-0.5, static_cast<double>(experts) - 0.5);
    heat_->axis(QCPAxis::atBottom)
        ->setLabel(dead ? tr("Expert   (orange: never selected)") : tr("Expert"));
    heat_->axis(QCPAxis::atLeft)->setRange(-0.5, layers - 0.5);
    scale_->axis(QCPAxis::atRight)->setRange(low * 100, high * 100);
}

std::optional<ExpertId> ExpertsChart::expertAt(const QPointF& position) const {
    if (!showsBins() && histogram_->rect().contains(position.toPoint())) {
        const double x = histogram_->axis(QCPAxis::atBottom)->pixelToCoord(position.x());
        const auto place = std::lround(x);
        if (place < 0 || place >= static_cast<long>(order_.size())) return std::nullopt;
        return ExpertId{options_.layer, order_[static_cast<std::size_t>(place)]};
    }
    if (heat_->visible() && heat_->rect().contains(position.toPoint())) {
        const double x = heat_->axis(QCPAxis::atBottom)->pixelToCoord(position.x());
        const double y = heat_->axis(QCPAxis::atLeft)->pixelToCoord(position.y());
        const ExpertId id{static_cast<int>(std::lround(y)), static_cast<int>(std::lround(x))};
        const auto experts = static_cast<int>(countsOf(id.layer).size());
        if (id.expert < 0 || id.expert >= experts) return std::nullopt;
        return id;
    }
    return std::nullopt;
}

QString ExpertsChart::describe(const ExpertId& id) const {
    const auto& counts = countsOf(id.layer);
    if (id.expert < 0 || id.expert >= static_cast<int>(counts.size())) return {};
    const double count = counts[static_cast<std::size_t>(id.expert)];
    const double total = summarize(counts, id.layer).selections;
    const auto rank = 1 + std::count_if(counts.begin(), counts.end(),
                                        [count](double other) { return other > count; });
    const QString place = tr("Expert %1 of layer %2").arg(id.expert).arg(id.layer);
    if (count <= 0) return tr("%1: never selected (dead)").arg(place);
    // Counts may be more than an int holds.
    return tr("%1: %2 selections (%3 %), rank %4 of %5", nullptr, count == 1 ? 1 : 2)
        .arg(place, QLocale::c().toString(count, 'f', 0), decimalText(100 * count / total, 'g', 3),
             QString::number(rank), QString::number(counts.size()));
}

}  // namespace orrery
