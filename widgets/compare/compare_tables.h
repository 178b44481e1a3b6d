// SPDX-License-Identifier: GPL-3.0-or-later
// The tables below the curves: how the runs ended, and what they differ in. GUI thread only.
#pragma once
#include <QIcon>
#include <QStandardItemModel>
#include <vector>

#include "widgets/compare/compared_runs.h"
#include "widgets/palette/chart_theme.h"

namespace orrery {

/// How a run, or the seeds of one recipe, ended.
struct EndRow {
    QString title;
    int color = 0;
    std::filesystem::path first;  // its folder
    int runs = 1;
    QString failure;
    QString of_step;  // " (step 0)" where the losses are of another step than the runs have come to
    double loss = 0, loss_spread = 0;  // mean and standard deviation over the seeds (0 for one)
    double bits = 0;
    double training = 0;
    double delta = 0;  // of the loss, to the baseline
    bool baseline = false;
};

/// One row for each group of groupsOf(). NaN where nothing is known. `baseline` = a folder in one
/// of the groups; else the first is it.
std::vector<EndRow> endRows(const std::vector<ComparedRun>& runs, bool by_seeds,
                            const std::filesystem::path& baseline, bool by_groups = false);
void fillEndTable(QStandardItemModel& model, const std::vector<EndRow>& rows,
                  const ChartTheme& theme);
/// The color and dash of a compared run, as in the chart's legend.
QIcon swatch(int color, const ChartTheme& theme);
/// Keys down, runs across.
void fillDifferences(QStandardItemModel& model, const std::vector<ComparedRun>& runs);

}  // namespace orrery
