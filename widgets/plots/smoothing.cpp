// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/smoothing.h"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace orrery {

DebiasedAverage::DebiasedAverage(double weight) : weight_(weight) {
    if (!(weight >= 0 && weight < 1))
        throw std::invalid_argument("The smoothing weight must be at least 0 and below 1.");
}

double DebiasedAverage::add(double mean, double points) {
    if (!std::isfinite(mean)) return std::numeric_limits<double>::quiet_NaN();
    const double kept = points == 1 ? weight_ : std::pow(weight_, points);
    sum_ = kept * sum_ + (1 - kept) * mean;
    total_ = kept * total_ + (1 - kept);
    return sum_ / total_;
}

DebiasedAverage DebiasedAverage::resumed(double weight, double average, double points) {
    DebiasedAverage state(weight);
    if (points > 0) state.add(average, points);
    return state;
}

std::vector<double> smoothed(std::span<const double> values, double weight) {
    DebiasedAverage average(weight);
    std::vector<double> result;
    result.reserve(values.size());
    for (const double value : values)
        result.push_back(average.add(value));
    return result;
}

}  // namespace orrery
