// SPDX-License-Identifier: GPL-3.0-or-later
// A figure made of a trial's metrics: "val/loss", "max(layer*/gini)", "exp(val/loss) - 1".
#pragma once
#include <map>
#include <memory>
#include <string>

namespace orrery {

using Metrics = std::map<std::string, double>;

/// Numbers, metrics, + - * / ^ < > and parentheses; exp, log, log2, sqrt, abs of a number; max,
/// min, mean, sum, middle (element n/2) and upper (mean from element n/2 on) of several. A * inside a metric's name stands for any
/// text and gives all metrics that fit, numbers in names in their natural order; such a name stands
/// in a function of several. * and / between metrics need spaces, since names hold them too.
/// Comparisons give 1 or 0; of two of them, a * b is both and max(a, b) is either. Any thread.
class Expression {
public:
    /// Throws Error for text that is none, with what stands where.
    explicit Expression(const std::string& text);
    /// Not a number when a figure in it is not known or no metric fits a name with *. Throws Error
    /// for a plain metric that the trial does not have.
    double of(const Metrics& metrics) const;

    struct Node;

private:
    std::shared_ptr<const Node> root_;
};

}  // namespace orrery
