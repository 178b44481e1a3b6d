// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/loss_curves.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/run/run_data.h"

namespace orrery {
namespace {

// Points that are read of the store at once: a fiftieth of a second.
constexpr double kMostDetail = 60'000;
// And on another thread: a second. Buckets of more points are as narrow as a column of a plot.
constexpr double kMostRead = 1'000'000;

// Real tokens trained on so far, as the trainer logs them; runs of other programs may not.
constexpr const char* kTokens = "train/real_tokens";

struct LossCurveWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::LossCurves)
};

double tokensPerStep(const RunData& run) {
    const RunInfo* info = run.info();
    if (!info) return 1;
    const auto& train = info->config.train;
    return static_cast<double>(train.batch_size * train.accumulation * info->config.model.seq_len);
}

// The value of an ascending series at x, between its points on a straight line.
double valueAtStep(std::span<const double> xs, std::span<const double> ys, double x) {
    const auto above = std::lower_bound(xs.begin(), xs.end(), x);
    if (above == xs.end()) return ys.back();
    const auto index = static_cast<std::size_t>(above - xs.begin());
    if (index == 0 || *above == x) return ys[index];
    const double share = (x - xs[index - 1]) / (xs[index] - xs[index - 1]);
    return ys[index - 1] + share * (ys[index] - ys[index - 1]);
}

double pointsOf(const Series& series, std::size_t begin, std::size_t end) {
    double points = 0;
    for (std::size_t i = begin; i < end; ++i)
        points += series.shares[i].points;
    return points;
}

}  // namespace

double lastFinite(std::span<const double> values) {
    for (std::size_t i = values.size(); i-- > 0;)
        if (std::isfinite(values[i])) return values[i];
    return std::numeric_limits<double>::quiet_NaN();
}

void LossCurves::update(RunData* run, const LossOptions& options,
                        const std::optional<ValueRange>& window, bool wait) {
    curves_.clear();
    wait_ = wait;
    window_ = window;
    if (run != run_) derived_.clear();
    run_ = run;
    axis_ = options.axis;
    if (!run) return;
    tokens_per_step_ = tokensPerStep(*run);
    real_tokens_ = !run->series(kTokens).values.empty();
    if (options.with_pads) {
        add(*run, "train/loss_with_pads", LossCurveWords::tr("Training, padding included"), 0,
            options);
        add(*run, "val/loss_with_pads", LossCurveWords::tr("Validation, padding included"), 1,
            options);
    }
    add(*run, "train/loss", LossCurveWords::tr("Training"), 0, options);
    add(*run, "val/loss", LossCurveWords::tr("Validation"), 1, options);
    // Neither its tokens nor its seconds were reported.
    if (options.published && options.axis == LossAxis::step) addPublished(*run);
}

void LossCurves::addPublished(const RunData& run) {
    const PublishedRun* published = run.info() ? findPublishedRun(run.info()->name) : nullptr;
    if (!published || !publishedDifferences(*published, run.info()->config).empty()) return;
    const std::int64_t steps =
        run.hasProgress() ? run.progress().total_steps : run.info()->total_steps;
    published_ = publishedCurves(*published, static_cast<double>(steps));
    for (const PublishedCurve& reported : published_) {
        LossCurve curve;
        curve.name = reported.name;
        curve.title = reported.title;
        curve.color = reported.name == "published/val/loss" ? 3 : 2;
        curve.twin = curve.published = true;
        curve.x = reported.steps;
        curve.raw = reported.values;
        curve.last = lastFinite(curve.raw);
        curves_.push_back(std::move(curve));
    }
}

void LossCurves::add(const RunData& run, const std::string& name, const QString& title, int color,
                     const LossOptions& options) {
    const Series& series = run.series(name);
    if (series.values.empty()) return;
    Derived& derived = derived_[name];
    // Other points, or a shorter series, which is another run's: what was derived is void.
    if (derived.revision != series.revision || derived.tokens.size() > series.steps.size() ||
        derived.average.size() > series.values.size())
        derived = Derived{};
    derived.revision = series.revision;
    LossCurve curve;
    curve.revision = series.revision;
    curve.name = name;
    curve.title = title;
    curve.color = color;
    curve.twin = name.ends_with("_with_pads");
    curve.raw = series.values;
    curve.shares = series.shares;
    if (options.axis == LossAxis::tokens) {
        deriveTokens(series, derived);
        curve.x = derived.tokens;
    } else {
        curve.x = options.axis == LossAxis::time ? series.times : series.steps;
    }
    // Validation is rare and an average already: smoothing would only delay it.
    curve.smooth = options.smoothing > 0 && name.starts_with("train/");
    if (curve.smooth) {
        deriveAverage(series, derived, options.smoothing);
        curve.average = derived.average;
    }
    curve.last = lastFinite(curve.smooth ? curve.average : curve.raw);
    if (!window_)
        derived.detail = {};
    else if (series.thinned > 0)
        refine(series, derived, curve, options.smoothing);
    curves_.push_back(std::move(curve));
}

void LossCurves::refine(const Series& series, Derived& derived, LossCurve& curve,
                        double weight) const {
    const Part part = partInWindow(series, curve, weight);
    if (part.points == 0 || part.points > kMostRead) return;
    Detail& detail = derived.detail;
    const bool known = !detail.x.empty() && detail.axis == axis_ && detail.weight == weight &&
                       detail.part.begin <= part.begin && part.end <= detail.part.end;
    if (!known) {
        detail.weight = weight;
        if (!readDetail(series, detail, curve, part)) return;
    }
    curve.x = detail.x;
    curve.raw = detail.raw;
    curve.average = detail.average;
    curve.shares = {};
}

LossCurves::Part LossCurves::partInWindow(const Series& series, const LossCurve& curve,
                                          double weight) const {
    const auto low = std::ranges::lower_bound(curve.x, window_->low);
    const auto high = std::upper_bound(low, curve.x.end(), window_->high);
    Part part;
    part.begin = static_cast<std::size_t>(low - curve.x.begin());
    // An average is exact once it has forgotten where it began.
    const double forgotten = curve.smooth ? std::log(1e-5) / std::log(weight) : 1;
    for (double before = 0; part.begin > 0 && before < std::min(forgotten, kMostDetail / 3);)
        before += series.shares[--part.begin].points;
    part.end = std::min(static_cast<std::size_t>(high - curve.x.begin()) + 1, curve.x.size());
    part.points = pointsOf(series, part.begin, std::min(part.end, series.thinned));
    return part;
}

bool LossCurves::readDetail(const Series& series, Detail& detail, const LossCurve& curve,
                            Part part) const {
    const bool soon = part.points > kMostDetail && !wait_;
    // More on both sides, so that who moves along does not wait again.
    for (double more = 0; soon && part.begin > 0 && more < part.points / 4;)
        more += series.shares[--part.begin].points;
    for (double more = 0; soon && part.end < curve.x.size() && more < part.points / 4;)
        more += series.shares[part.end++].points;
    const std::size_t thinned = std::min(part.end, series.thinned);
    // The last bucket goes on beyond its extremes, up to the first point that is itself alone.
    const auto from = static_cast<std::int64_t>(series.steps[part.begin]);
    const auto to = static_cast<std::int64_t>(
        thinned < series.steps.size() ? series.steps[thinned] - 1 : series.steps.back());
    const ScalarPoints now = soon ? ScalarPoints() : run_->stored(curve.name, from, to);
    const ScalarPoints* stored = soon ? run_->storedSoon(curve.name, from, to) : &now;
    if (!stored || stored->empty()) return false;
    detail = {part, axis_, detail.weight, {}, {}, {}};
    for (const auto& [step, value] : *stored) {
        const auto at = static_cast<double>(step);
        detail.x.push_back(axis_ == LossAxis::step ? at : valueAtStep(series.steps, curve.x, at));
        detail.raw.push_back(value);
    }
    for (std::size_t i = thinned; i < part.end; ++i) {
        detail.x.push_back(curve.x[i]);
        detail.raw.push_back(series.values[i]);
    }
    if (!curve.smooth) return true;
    auto state = part.begin == 0
                     ? DebiasedAverage(detail.weight)
                     : DebiasedAverage::resumed(detail.weight, curve.average[part.begin - 1],
                                                pointsOf(series, 0, part.begin));
    for (const double value : detail.raw)
        detail.average.push_back(state.add(value));
    return true;
}

void LossCurves::deriveTokens(const Series& series, Derived& derived) {
    for (std::size_t i = derived.tokens.size(); i < series.steps.size(); ++i) {
        const double step = series.steps[i];
        const Series& counted = run_->series(kTokens);
        derived.tokens.push_back(real_tokens_ ? valueAtStep(counted.steps, counted.values, step)
                                              : step * tokens_per_step_);
    }
}

void LossCurves::deriveAverage(const Series& series, Derived& derived, double weight) {
    if (derived.state.weight() != weight || derived.average.empty()) {
        derived.state = DebiasedAverage(weight);
        derived.average.clear();
    }
    for (std::size_t i = derived.average.size(); i < series.values.size(); ++i)
        derived.average.push_back(
            series.shares.empty()
                ? derived.state.add(series.values[i])
                : derived.state.add(series.shares[i].mean, series.shares[i].points));
}

double LossCurves::positionOf(double step, double time) const {
    if (axis_ == LossAxis::step) return step;
    if (axis_ == LossAxis::time) return time;
    if (!run_) return std::numeric_limits<double>::quiet_NaN();
    const Series& counted = run_->series(kTokens);
    return real_tokens_ ? valueAtStep(counted.steps, counted.values, step)
                        : step * tokens_per_step_;
}

}  // namespace orrery
