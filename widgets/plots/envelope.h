// SPDX-License-Identifier: GPL-3.0-or-later
// A curve of any length drawn with a few points for each pixel column, and nothing of it lost to
// the eye.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "widgets/run/series.h"

namespace orrery {

/// Which part of a curve is drawn, and on how many columns. With log axes only positive values have
/// a place.
struct EnvelopeWindow {
    double from = 0;
    double to = 1;
    int columns = 1000;
    bool log_x = false;
    bool log_y = false;
    bool operator==(const EnvelopeWindow&) const = default;
};

struct Envelope {
    std::vector<double> x, y;    // y = NaN breaks the line
    std::vector<double> gaps;    // x of values that are not finite, at most one a column
    std::size_t hidden = 0;      // finite values in the window that a log axis can't show
    std::size_t not_finite = 0;  // NaN and Inf in the window
};

/// x ascending. Of each column the first, lowest, highest and last value are kept in their order,
/// so that a single spike among millions stays visible; the first and the last point of the curve
/// are always kept, and the neighbors just outside the window, so that lines run to its edge. Time
/// O(points in the window), after a binary search. Throws std::invalid_argument when x and y differ
/// in length or columns < 1. `shares`, where given, say what each point stands for: what is counted
/// are those. Any thread.
Envelope envelopeOf(std::span<const double> x, std::span<const double> y,
                    const EnvelopeWindow& window, std::span<const PointShare> shares = {});

/// For a curve that is an average: where its points are many, the last value of each column alone,
/// found by look-ups; where they are few, envelopeOf().
Envelope outlineOf(std::span<const double> x, std::span<const double> y,
                   const EnvelopeWindow& window);

}  // namespace orrery
