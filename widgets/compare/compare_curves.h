// SPDX-License-Identifier: GPL-3.0-or-later
// Curves of compared runs, one by one or as the spread over seeds. Values; any thread.
#pragma once
#include <QString>
#include <memory>
#include <span>
#include <vector>

#include "widgets/compare/compared_runs.h"
#include "widgets/plots/loss_curves.h"

namespace orrery {

struct CompareOptions {
    LossAxis axis = LossAxis::step;
    bool log_x = false, log_y = false;
    double smoothing = 0;  // weight of the debiased average
    bool by_seeds = false;
    bool by_groups = false;  // of the run list; those of no group by seeds, or alone
    bool operator==(const CompareOptions&) const = default;
};

/// What is drawn of one run or of the seeds of a recipe. It points into itself and into its
/// members: made once, never copied.
struct CompareCurve {
    CompareCurve() = default;
    CompareCurve(const CompareCurve&) = delete;
    CompareCurve& operator=(const CompareCurve&) = delete;

    QString title;
    int color = 0;
    std::vector<std::shared_ptr<const RunCurve>> members;  // the runs
    LossAxis axis = LossAxis::step;
    double smoothing = 0;
    std::span<const double> x, y;        // the run's own values, or the mean of its seeds
    std::vector<double> average;         // of y; empty without smoothing
    std::vector<double> low, high;       // of the seeds; empty for one run
    std::vector<double> ends_x, ends_y;  // lowest, highest and lowest positive: what ranges need
    std::vector<double> joined_x, joined_y;
};
using CompareCurves = std::vector<std::shared_ptr<const CompareCurve>>;

/// The runs that belong together: those of a group of the run list; else each alone, or those that
/// differ in their seed alone, one of each seed; in the order of the first of each.
std::vector<std::vector<std::size_t>> groupsOf(const std::vector<ComparedRun>& runs, bool by_seeds,
                                               bool by_groups = false);
/// The members over each other, joined at the x values of the first as far as all of them have
/// come. None of them may be empty.
std::shared_ptr<const CompareCurve> joinCurves(const QString& title, int color,
                                               std::vector<std::shared_ptr<const RunCurve>> members,
                                               const CompareOptions& options);
/// One curve for each group; runs without points are left out. Those of `before` that would be the
/// same are taken from there.
CompareCurves compareCurves(const std::vector<ComparedRun>& runs, const CompareOptions& options,
                            const CompareCurves& before = {});
/// "name", "name (3 seeds)", or "group (3 runs)".
QString groupTitle(const std::vector<ComparedRun>& runs, const std::vector<std::size_t>& group,
                   bool by_groups = false);

}  // namespace orrery
