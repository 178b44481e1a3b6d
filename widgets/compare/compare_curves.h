// SPDX-License-Identifier: GPL-3.0-or-later
// Curves of compared runs, one by one or as the spread over seeds. Values; any thread.
#pragma once
#include <QString>
#include <vector>

#include "widgets/compare/compared_runs.h"
#include "widgets/plots/loss_curves.h"

namespace orrery {

struct CompareOptions {
    LossAxis axis = LossAxis::step;
    bool log_x = false, log_y = false;
    double smoothing = 0;  // weight of the debiased average
    bool by_seeds = false;
    bool operator==(const CompareOptions&) const = default;
};

struct CompareCurve {
    QString title;
    int color = 0;
    int runs = 1;
    std::vector<double> x, y;       // the run's own values, or the mean of its seeds
    std::vector<double> average;    // of y; empty without smoothing
    std::vector<double> low, high;  // of the seeds; empty for one run
};

/// The runs that belong together: each alone, or those that differ in their seed alone; in the
/// order of the first of each.
std::vector<std::vector<std::size_t>> groupsOf(const std::vector<ComparedRun>& runs, bool by_seeds);
/// One curve for each group; runs without points are left out. Seeds are joined at the x values of
/// the first, as far as all of them have come.
std::vector<CompareCurve> compareCurves(const std::vector<ComparedRun>& runs,
                                        const CompareOptions& options);
/// "name", or "name (3 seeds)".
QString groupTitle(const std::vector<ComparedRun>& runs, const std::vector<std::size_t>& group);

}  // namespace orrery
