// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/smoothing.h"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace orrery {

DebiasedAverage::DebiasedAverage(double weight) : weight_(weight) {
    if (!(weight >= 0 && weight < 1))
        throw std::invalid_argument("The smoothing weight has to be at least 0 and below 1.");
}

double DebiasedAverage::add(double value) {
    if (!std::isfinite(value)) return std::numeric_limits<double>::quiet_NaN();
    sum_ = weight_ * sum_ + (1 - weight_) * value;
    total_ = weight_ * total_ + (1 - weight_);
    return sum_ / total_;
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
