// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of several runs with the same scales, so that they can be held side by side. GUI thread.
#pragma once
#include <vector>

namespace orrery {

class RunData;
class View;

/// A run and its figures of one report.
struct ReportFigures {
    const RunData* run = nullptr;
    std::vector<View*> views;
};

/// Gives every loss figure one pair of axes.
void shareLossAxes(const std::vector<ReportFigures>& runs);
/// Gives every usage figure one scale of selections, of shares and of steps.
void shareExpertAxes(const std::vector<ReportFigures>& runs);

}  // namespace orrery
