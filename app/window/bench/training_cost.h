// SPDX-License-Identifier: GPL-3.0-or-later
// What the window costs a training: the demo in orrery-cli beside the demo in a window of its own.
#pragma once
#include <QString>
#include <vector>

namespace orrery {

/// The median of a training's tokens per second, its beginning left out; NaN where there are too
/// few steps. Throws Error when it is no run.
double trainingSpeed(const QString& run_folder);

struct WindowCost {
    double speed;  // share that the training loses; negative when it gained
    /// Share of the window's processor time that threads take which do not train; NaN where the
    /// system does not tell. Less noisy than speed; what the display's server takes is not in it.
    double processor;
};

/// Of a window with its default layout, one for each pair of trainings of `seconds`, without and
/// with it in turn. Needs both programs beside this one, and a display. Throws Error. GUI thread;
/// the event loop goes on meanwhile.
std::vector<WindowCost> windowCosts(const QString& configuration, int pairs, int seconds);

}  // namespace orrery
