// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/loss_curves.h"

#include <QCoreApplication>
#include <algorithm>
#include <limits>

#include "widgets/run/run_model.h"

namespace orrery {
namespace {

// Real tokens trained on so far, as the trainer logs them; runs of other programs may not.
constexpr const char* kTokens = "train/real_tokens";

struct LossCurveWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::LossCurves)
};

double tokensPerStep(const RunModel& run) {
    const RunInfo* info = run.info();
    if (!info) return 1;
    const auto& train = info->config.train;
    return static_cast<double>(train.batch_size * train.accumulation * info->config.model.seq_len);
}

// The value of an ascending series at x, between its points on a straight line.
double interpolate(const std::vector<double>& xs, const std::vector<double>& ys, double x) {
    const auto above = std::lower_bound(xs.begin(), xs.end(), x);
    if (above == xs.end()) return ys.back();
    const auto index = static_cast<std::size_t>(above - xs.begin());
    if (index == 0 || *above == x) return ys[index];
    const double share = (x - xs[index - 1]) / (xs[index] - xs[index - 1]);
    return ys[index - 1] + share * (ys[index] - ys[index - 1]);
}

}  // namespace

void LossCurves::update(const RunModel* run, const LossOptions& options) {
    curves_.clear();
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

void LossCurves::addPublished(const RunModel& run) {
    const PublishedRun* published = run.info() ? findPublishedRun(run.info()->name) : nullptr;
    if (!published) return;
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
        curves_.push_back(std::move(curve));
    }
}

void LossCurves::add(const RunModel& run, const std::string& name, const QString& title, int color,
                     const LossOptions& options) {
    const Series& series = run.series(name);
    if (series.values.empty()) return;
    Derived& derived = derived_[name];
    // A shorter series is another run's: what was derived from the former one is void.
    if (derived.tokens.size() > series.steps.size() ||
        derived.average.size() > series.values.size())
        derived = Derived{};
    LossCurve curve;
    curve.name = name;
    curve.title = title;
    curve.color = color;
    curve.twin = name.ends_with("_with_pads");
    curve.raw = series.values;
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
    curves_.push_back(std::move(curve));
}

void LossCurves::deriveTokens(const Series& series, Derived& derived) {
    for (std::size_t i = derived.tokens.size(); i < series.steps.size(); ++i) {
        const double step = series.steps[i];
        const Series& counted = run_->series(kTokens);
        derived.tokens.push_back(real_tokens_ ? interpolate(counted.steps, counted.values, step)
                                              : step * tokens_per_step_);
    }
}

void LossCurves::deriveAverage(const Series& series, Derived& derived, double weight) {
    if (derived.state.weight() != weight || derived.average.empty()) {
        derived.state = DebiasedAverage(weight);
        derived.average.clear();
    }
    for (std::size_t i = derived.average.size(); i < series.values.size(); ++i)
        derived.average.push_back(derived.state.add(series.values[i]));
}

double LossCurves::positionOf(double step, double time) const {
    if (axis_ == LossAxis::step) return step;
    if (axis_ == LossAxis::time) return time;
    if (!run_) return std::numeric_limits<double>::quiet_NaN();
    const Series& counted = run_->series(kTokens);
    return real_tokens_ ? interpolate(counted.steps, counted.values, step)
                        : step * tokens_per_step_;
}

}  // namespace orrery
