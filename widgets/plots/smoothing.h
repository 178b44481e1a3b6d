// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace orrery {

/// Exponential moving average without the bias of its start (Kingma and Ba 2015, section 3): the
/// weighted mean of all points so far, with weights weight^age. Weight 0 gives the points
/// themselves, .99 about the last hundred. A point that is not finite gives NaN in its place and
/// leaves the average as it is.
class DebiasedAverage {
public:
    /// Throws std::invalid_argument unless 0 <= weight < 1.
    explicit DebiasedAverage(double weight);
    double weight() const { return weight_; }
    double add(double value) { return add(value, 1); }
    /// As `points` points of this mean.
    double add(double mean, double points);
    /// As it stood after `points` points, when it was `average`.
    static DebiasedAverage resumed(double weight, double average, double points);

private:
    double weight_;
    double sum_ = 0;    // of weight^age * value, times 1 - weight
    double total_ = 0;  // of weight^age, times 1 - weight: 1 - weight^n
};

/// The average at every point. Any thread.
std::vector<double> smoothed(std::span<const double> values, double weight);

}  // namespace orrery
