// SPDX-License-Identifier: GPL-3.0-or-later
// What the loss plot draws, taken from a run and kept up to date at little cost.
#pragma once
#include <QString>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "widgets/plots/published_curves.h"
#include "widgets/plots/smoothing.h"
#include "widgets/plots/value_range.h"

namespace orrery {

class RunModel;
struct Series;

enum class LossAxis { step, tokens, time };

struct LossOptions {
    LossAxis axis = LossAxis::step;
    bool log_x = false;
    bool log_y = false;
    double smoothing = 0.9;  // weight of the debiased average, 0 = off
    bool with_pads = false;  // also the twins over all tokens, padding included
    bool published = true;   // by step: also what the documents report for a run of this name
    RangeMode range = RangeMode::all;
    bool include_zero = false;
    ValueRange manual{0, 10};  // of y, used in RangeMode::manual
    bool operator==(const LossOptions&) const = default;
};

struct LossCurve {
    std::string name;  // of the scalar, "train/loss"
    QString title;
    int color = 0;                            // of seriesColor
    bool twin = false;                        // over all tokens: drawn fainter, dashed
    bool published = false;                   // not the run's own
    bool smooth = false;                      // has `average`
    std::span<const double> x, raw, average;  // equal lengths; average empty unless smooth
};

/// GUI thread. The spans of curves() stay valid until the run's next tick or the next update().
class LossCurves {
public:
    void update(const RunModel* run, const LossOptions& options);
    /// Forgets what was derived: the run has another source.
    void reset() { derived_.clear(); }
    const std::vector<LossCurve>& curves() const { return curves_; }
    /// Where a step lies on the x axis; NaN when unknown.
    double positionOf(double step, double time) const;
    /// Tokens are counted by the run, or taken as full batches where it does not say.
    bool countsRealTokens() const { return real_tokens_; }

private:
    struct Derived {  // of one scalar
        std::vector<double> tokens;
        std::vector<double> average;
        DebiasedAverage state{0};
    };
    void add(const RunModel& run, const std::string& name, const QString& title, int color,
             const LossOptions& options);
    void addPublished(const RunModel& run);
    void deriveTokens(const Series& series, Derived& derived);
    void deriveAverage(const Series& series, Derived& derived, double weight);

    std::vector<LossCurve> curves_;
    std::map<std::string, Derived> derived_;
    std::vector<PublishedCurve> published_;
    const RunModel* run_ = nullptr;
    LossAxis axis_ = LossAxis::step;
    double tokens_per_step_ = 1;
    bool real_tokens_ = false;
};

}  // namespace orrery
