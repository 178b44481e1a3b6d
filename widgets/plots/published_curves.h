// SPDX-License-Identifier: GPL-3.0-or-later
// What the documents report for a run of this name, to be drawn beside the run's own curves.
#pragma once
#include <QString>
#include <string>
#include <vector>

#include "core/runs/published_runs.h"

namespace orrery {

struct PublishedCurve {
    std::string name;  // "published/train/loss"
    QString title;     // says what the figure counts
    std::vector<double> steps, values;
};

/// Reported losses at the ends of the epochs of a run with this many steps; empty while
/// `total_steps` is unknown (0).
std::vector<PublishedCurve> publishedCurves(const PublishedRun& run, double total_steps);
/// Why they are not drawn beside a run of that name: what differs from the published run. Empty
/// where nothing does.
QString publishedObstacle(const PublishedRun& run, const Config& config);
/// All its reported figures in one line.
QString publishedSummary(const PublishedRun& run);

}  // namespace orrery
