// SPDX-License-Identifier: GPL-3.0-or-later
// What the loss plot draws, taken from a run and kept up to date at little cost.
#pragma once
#include <QString>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/runs/run_source.h"
#include "widgets/plots/published_curves.h"
#include "widgets/plots/smoothing.h"
#include "widgets/plots/value_range.h"
#include "widgets/run/series.h"

namespace orrery {

class RunData;

/// share: of the training; of compared runs alone.
enum class LossAxis { step, tokens, time, share };

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
    std::span<const PointShare> shares;       // of the points; empty where each is itself alone
    double last = 0;                          // finite value of the curve, smoothed where it is
    int revision = 0;                         // of the points: the same spans may hold others
};

/// NaN where none is.
double lastFinite(std::span<const double> values);

/// GUI thread. The spans of curves() stay valid until the run's next tick or the next update().
class LossCurves {
public:
    /// Within a window of x what the run holds thinned is read from its store: at once where that
    /// is soon done or `wait` says so, else on another thread, and RunData::storedRead() tells
    /// that the next update() has it.
    void update(RunData* run, const LossOptions& options,
                const std::optional<ValueRange>& window = std::nullopt, bool wait = false);
    /// Forgets what was derived: the run has another source.
    void reset() { derived_.clear(); }
    const std::vector<LossCurve>& curves() const { return curves_; }
    /// Where a step lies on the x axis; NaN when unknown.
    double positionOf(double step, double time) const;
    /// Tokens are counted by the run, or taken as full batches where it does not say.
    bool countsRealTokens() const { return real_tokens_; }

private:
    struct Part {  // of a series: points begin ... end - 1, which stand for `points` stored ones
        std::size_t begin = 0, end = 0;
        double points = 0;
    };
    struct Detail {  // of a part, whose old points come from the store
        Part part;
        LossAxis axis = LossAxis::step;
        double weight = 0;
        std::vector<double> x, raw, average;
    };
    struct Derived {  // of one scalar
        std::vector<double> tokens;
        std::vector<double> average;
        DebiasedAverage state{0};
        int revision = 0;  // of the series that it is derived from
        Detail detail;
    };
    void add(const RunData& run, const std::string& name, const QString& title, int color,
             const LossOptions& options);
    void addPublished(const RunData& run);
    void refine(const Series& series, Derived& derived, LossCurve& curve, double weight) const;
    Part partInWindow(const Series& series, const LossCurve& curve, double weight) const;
    /// False where the points are not there yet.
    bool readDetail(const Series& series, Detail& detail, const LossCurve& curve, Part part) const;
    void deriveTokens(const Series& series, Derived& derived);
    void deriveAverage(const Series& series, Derived& derived, double weight);

    std::vector<LossCurve> curves_;
    std::map<std::string, Derived> derived_;
    std::vector<PublishedCurve> published_;
    RunData* run_ = nullptr;
    bool wait_ = false;
    std::optional<ValueRange> window_;
    LossAxis axis_ = LossAxis::step;
    double tokens_per_step_ = 1;
    bool real_tokens_ = false;
};

}  // namespace orrery
