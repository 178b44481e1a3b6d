// SPDX-License-Identifier: GPL-3.0-or-later
// The experts plot in its other form: how many experts have how large a usage state.
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "widgets/palette/color_map.h"
#include "widgets/plots/experts_chart.h"
#include "widgets/plots/plot_style.h"
#include "widgets/plots/published_curves.h"
#include "widgets/status/run_words.h"

namespace orrery {
namespace {

constexpr double kFoot = 0.5;  // where bars begin on the log axis: one expert can be seen

QVector<QCPGraphData> pointsOf(const std::vector<double>& steps,
                               const std::vector<double>& values) {
    QVector<QCPGraphData> points;
    for (std::size_t i = 0; i < steps.size(); ++i)
        points.push_back(QCPGraphData(steps[i], values[i]));
    return points;
}

}  // namespace

void ExpertsChart::buildBins() {
    QCPAxis* x = histogram_->axis(QCPAxis::atBottom);
    QCPAxis* y = histogram_->axis(QCPAxis::atLeft);
    for (QCPBars** bars : {&bins_, &marked_bins_}) {
        *bars = new QCPBars(x, y);
        (*bars)->setBaseValue(kFoot);
        (*bars)->setSelectable(QCP::stNone);
    }
    x = history_->axis(QCPAxis::atBottom);
    for (const auto& [curve, side] : {std::pair(&published_gini_, QCPAxis::atLeft),
                                      std::pair(&published_entropy_, QCPAxis::atRight)}) {
        *curve = new QCPCurve(x, history_->axis(side));
        (*curve)->setLineStyle(QCPCurve::lsNone);
        (*curve)->setSelectable(QCP::stNone);
    }
}

bool ExpertsChart::showsBins() const {
    return options_.picture == UsagePicture::histogram;
}

const PublishedRun* ExpertsChart::publishedRun() const {
    const RunInfo* info = run_ ? run_->info() : nullptr;
    if (!info || options_.layer != run_->layerCount() / 2) return nullptr;
    const PublishedRun* published = findPublishedRun(info->name);
    return published && publishedDifferences(*published, info->config).empty() ? published
                                                                               : nullptr;
}

QString ExpertsChart::binsSummary() const {
    const SharedKeys keys = run_ ? run_->keys(options_.layer) : nullptr;
    if (!keys) return {};
    const std::vector<double> usage(keys->usage.begin(), keys->usage.end());
    QString text = tr("%1 (usage state at step %2)")
                       .arg(summaryText(summarize(usage, options_.layer), run_->layerCount()))
                       .arg(keys->step);
    if (const PublishedRun* published = publishedRun();
        published && !published_gini_->data()->isEmpty())
        text += tr("; circles: %1 as published").arg(QString::fromStdString(published->name));
    return text;
}

void ExpertsChart::prepareBins(double width) {
    const SharedKeys keys = run_ ? run_->keys(options_.layer) : nullptr;
    histogram_now_ = keys ? usageHistogram(keys->usage) : UsageHistogram{};
    const UsageHistogram& now = histogram_now_;
    bins_->data()->clear();
    marked_bins_->data()->clear();
    // A bar of QCustomPlot is as high as its value above its foot.
    for (std::size_t bin = 0; bin < now.experts.size(); ++bin) {
        const double middle = (now.edges[bin] + now.edges[bin + 1]) / 2;
        const auto marked = std::ranges::count_if(now.experts[bin], [this](int expert) {
            return selection_ && selection_->chosen().contains(options_.layer, expert);
        });
        if (!now.experts[bin].empty())
            bins_->addData(middle, static_cast<double>(now.experts[bin].size()) - kFoot);
        if (marked > 0) marked_bins_->addData(middle, static_cast<double>(marked) - kFoot);
    }
    const double low = now.edges.empty() ? 0 : now.edges.front();
    const double high = now.edges.empty() ? 1 : now.edges.back();
    for (QCPBars* bars : {bins_, marked_bins_})
        bars->setWidth((high - low) / static_cast<double>(kUsageBins));
    QCPAxis* x = histogram_->axis(QCPAxis::atBottom);
    QCPAxis* y = histogram_->axis(QCPAxis::atLeft);
    x->setRange(low - 0.02 * (high - low), high + 0.02 * (high - low));
    setAxisScale(*y, true);
    y->setRange(kFoot, std::max(10.0, static_cast<double>(now.most()) * 1.6));
    if (const auto& wanted = options_.counts; wanted && wanted->low > 0)
        y->setRange(wanted->low, wanted->high);
    const bool ema = !run_ || !run_->info() || run_->info()->config.keys.usage == UsageKind::ema;
    x->setLabel(fittedLabel(ema ? tr("Usage EMA (50 bins)") : tr("Usage count (50 bins)"), font_,
                            width * 0.6 - 5 * QFontMetricsF(font_).height()));
}

void ExpertsChart::prepareEvenness() {
    const UsageEvenness own =
        run_ ? evennessOf(run_->usageStates(options_.layer)) : UsageEvenness{};
    gini_->data()->set(pointsOf(own.steps, own.gini), true);
    entropy_->data()->set(pointsOf(own.steps, own.entropy_bits), true);
    const PublishedRun* published = publishedRun();
    const UsageEvenness reported =
        published ? publishedEvenness(*published,
                                      static_cast<double>(std::max(run_->info()->total_steps,
                                                                   run_->progress().total_steps)))
                  : UsageEvenness{};
    published_gini_->data()->clear();
    published_entropy_->data()->clear();
    for (std::size_t i = 0; i < reported.steps.size(); ++i) {
        if (std::isfinite(reported.gini[i]))
            published_gini_->addData(reported.steps[i], reported.gini[i]);
        if (std::isfinite(reported.entropy_bits[i]))
            published_entropy_->addData(reported.steps[i], reported.entropy_bits[i]);
    }
}

int ExpertsChart::binAt(const QPointF& position) const {
    if (!showsBins() || !histogram_->rect().contains(position.toPoint())) return -1;
    const double x = histogram_->axis(QCPAxis::atBottom)->pixelToCoord(position.x());
    const auto& edges = histogram_now_.edges;
    if (edges.empty() || x < edges.front() || x > edges.back()) return -1;
    const auto above = std::ranges::upper_bound(edges, x);
    return static_cast<int>(std::min<std::ptrdiff_t>(above - edges.begin() - 1,
                                                     std::ssize(histogram_now_.experts) - 1));
}

std::vector<int> ExpertsChart::expertsOfBin(int bin) const {
    const bool known = bin >= 0 && bin < static_cast<int>(histogram_now_.experts.size());
    return known ? histogram_now_.experts[static_cast<std::size_t>(bin)] : std::vector<int>{};
}

QString ExpertsChart::describeBin(int bin) const {
    constexpr std::size_t kMost = 12;
    const std::vector<int> experts = expertsOfBin(bin);
    if (experts.empty()) return {};
    const auto index = static_cast<std::size_t>(bin);
    QStringList names;
    for (std::size_t i = 0; i < std::min(kMost, experts.size()); ++i)
        names << QString::number(experts[i]);
    if (experts.size() > kMost) names << QStringLiteral("...");
    return tr("%n experts with a usage state from %1 to %2: %3", nullptr,
              static_cast<int>(experts.size()))
        .arg(decimalText(histogram_now_.edges[index], 'g', 4),
             decimalText(histogram_now_.edges[index + 1], 'g', 4), names.join(u' '));
}

QString ExpertsChart::binsCsv() const {
    QString text = QStringLiteral("kind,layer,from,to,step,value\n");
    const auto row = [&](const char* kind, const QString& place, const QString& step,
                         double value) {
        text += QStringLiteral("%1,%2,%3,%4,%5\n")
                    .arg(QLatin1String(kind))
                    .arg(options_.layer)
                    .arg(place, step, QString::number(value, 'g', 9));
    };
    const SharedKeys keys = run_ ? run_->keys(options_.layer) : nullptr;
    for (std::size_t bin = 0; bin < histogram_now_.experts.size(); ++bin)
        row("experts",
            QStringLiteral("%1,%2")
                .arg(histogram_now_.edges[bin], 0, 'g', 9)
                .arg(histogram_now_.edges[bin + 1], 0, 'g', 9),
            QString::number(keys ? keys->step : 0),
            static_cast<double>(histogram_now_.experts[bin].size()));
    const auto points = [&](const char* kind, const auto& all) {
        for (auto point = all.constBegin(); point != all.constEnd(); ++point)
            row(kind, QStringLiteral(","), QString::number(point->key, 'g', 12), point->value);
    };
    points("gini", *gini_->data());
    points("entropy_bits", *entropy_->data());
    points("published_gini", *published_gini_->data());
    points("published_entropy_bits", *published_entropy_->data());
    return text;
}

void ExpertsChart::styleBins() {
    const QColor first = seriesColor(0, theme_.dark), second = seriesColor(1, theme_.dark);
    bins_->setPen(Qt::NoPen);
    bins_->setBrush(first);
    marked_bins_->setPen(Qt::NoPen);
    marked_bins_->setBrush(theme_.accent);
    for (const auto& [curve, color] :
         {std::pair(published_gini_, first), std::pair(published_entropy_, second)})
        curve->setScatterStyle(
            QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(color, 1.6), Qt::NoBrush, 7));
}

}  // namespace orrery
