// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <vector>

namespace orrery {

/// What a kept point of a series stands for: itself alone, or its part of a bucket's points.
struct PointShare {
    double mean = 0;          // of the bucket's finite values
    double points = 1;        // how many points
    double not_positive = 0;  // of them finite and at or below zero
};

/// One scalar over the run: columns of equal length, steps ascending. A value may be NaN or
/// infinite: the view decides how to draw it.
///
/// However long the run, no more than a number of points are kept: the newest quarter or more as
/// they came; older ones in even buckets, of which the lowest and the highest point stay, and one
/// that is not finite. So no extreme is ever lost; the run's database has the rest.
struct Series {
    std::vector<double> steps = {};
    std::vector<double> times = {};  // seconds of training, pauses left out
    std::vector<double> values = {};
    std::vector<PointShare> shares = {};  // empty while every point is kept
    std::size_t thinned = 0;              // leading points that stand for buckets
    int revision = 0;                     // counts up when points went

    void add(double step, double time, double value, std::size_t most);

private:
    void thin(std::size_t most);
};

}  // namespace orrery
