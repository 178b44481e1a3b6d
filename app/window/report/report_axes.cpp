// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/report/report_axes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/figure/look_words.h"
#include "widgets/plots/expert_usage.h"
#include "widgets/run/run_data.h"
#include "widgets/view.h"

namespace orrery {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Ends {
    double low = kInfinity, high = -kInfinity;
    void include(double value) {
        if (!std::isfinite(value)) return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

void setLooks(const std::vector<ReportFigures>& runs, QStringView name, const QStringList& look) {
    for (const ReportFigures& run : runs)
        for (View* view : run.views)
            if (view->viewName() == name) view->setLook(look);
}

double lastStep(const RunData& run, const std::string& series) {
    const auto& steps = run.series(series).steps;
    return steps.empty() ? 0 : steps.back();
}

}  // namespace

void shareLossAxes(const std::vector<ReportFigures>& runs) {
    Ends ends;
    double last = 0;
    for (const ReportFigures& run : runs)
        for (const char* name : {"train/loss", "val/loss"}) {
            for (const double value : run.run->series(name).values)
                ends.include(value);
            last = std::max(last, lastStep(*run.run, name));
        }
    if (!(ends.low < ends.high) || last <= 0) return;
    const double margin = 0.04 * (ends.high - ends.low);
    setLooks(runs, u"loss",
             {asReals(QStringLiteral("range"), {ends.low - margin, ends.high + margin}),
              asReals(QStringLiteral("x"), {0, last})});
}

void shareExpertAxes(const std::vector<ReportFigures>& runs) {
    double most = 0, last = 0;
    Ends shares;
    for (const ReportFigures& run : runs) {
        const ExpertUsage usage = usageOf(run.run, UsageSpan::whole_run);
        const std::size_t shown = usage.layers.size() / 2;  // whose bars a report has
        for (std::size_t layer = 0; layer < usage.layers.size(); ++layer) {
            const double total = summarize(usage.layers[layer], 0).selections;
            for (const double count : usage.layers[layer]) {
                if (layer == shown) most = std::max(most, count);
                if (count > 0) shares.include(100 * count / total);
            }
        }
        last = std::max(last, lastStep(*run.run, "layer" + std::to_string(shown) + "/gini"));
    }
    if (!(most > 0) || !(shares.low <= shares.high)) return;
    // As one figure alone has them (ExpertsChart).
    double low = std::max(shares.low, shares.high * 1e-4);
    if (shares.high / low < 1.5) low = shares.high / 1.5;
    setLooks(runs, u"experts",
             {asReals(QStringLiteral("y"), {0, 1.15 * most}),
              asReals(QStringLiteral("colors"), {low, shares.high}),
              asReals(QStringLiteral("last-step"), {std::max(1.0, last)})});
}

}  // namespace orrery
