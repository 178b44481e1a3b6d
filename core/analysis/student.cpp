// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/student.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace orrery {
namespace {

/// Positions of the values, the smallest first.
std::vector<std::size_t> ascending(std::span<const double> values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
    return order;
}

}  // namespace

double studentTail(double t, int freedom) {
    if (std::isinf(t)) return 0;
    const double angle = std::atan(std::abs(t) / std::sqrt(static_cast<double>(freedom)));
    const double cosine = std::cos(angle);
    const bool odd = freedom % 2 == 1;
    double term = odd ? cosine : 1, sum = freedom == 1 ? 0 : term;
    for (int i = odd ? 2 : 1; i + (odd ? 2 : 1) < freedom; i += 2) {
        term *= cosine * cosine * i / (i + 1);
        sum += term;
    }
    const double inside =
        odd ? 2 / std::numbers::pi * (angle + std::sin(angle) * sum) : std::sin(angle) * sum;
    return std::clamp(1 - inside, 0.0, 1.0);
}

double studentQuantile(double tail, int freedom) {
    double low = 0, high = 1;
    while (studentTail(high, freedom) > tail)
        high *= 2;
    for (int i = 0; i < 200 && low < high; ++i) {
        const double middle = low + (high - low) / 2;
        (studentTail(middle, freedom) > tail ? low : high) = middle;
        if (middle == low && middle == high) break;
    }
    return high;
}

std::vector<double> holm(std::span<const double> p_values) {
    std::vector<double> corrected(p_values.size());
    double largest = 0;
    std::size_t left = p_values.size();
    for (const std::size_t i : ascending(p_values)) {
        largest = std::max(largest, std::min(1.0, static_cast<double>(left--) * p_values[i]));
        corrected[i] = largest;
    }
    return corrected;
}

std::vector<double> benjaminiHochberg(std::span<const double> p_values, std::size_t tests) {
    std::vector<double> q(p_values.size());
    const auto order = ascending(p_values);
    double least = 1;
    for (std::size_t rank = order.size(); rank > 0; --rank) {
        const std::size_t i = order[rank - 1];
        least =
            std::min(least, p_values[i] * static_cast<double>(tests) / static_cast<double>(rank));
        q[i] = least;
    }
    return q;
}

double signTest(std::size_t more, std::size_t less) {
    const std::size_t all = more + less, few = std::min(more, less);
    double sum = 0;
    for (std::size_t i = 0; i <= few; ++i)
        sum += std::exp(std::lgamma(static_cast<double>(all) + 1) -
                        std::lgamma(static_cast<double>(i) + 1) -
                        std::lgamma(static_cast<double>(all - i) + 1) -
                        static_cast<double>(all) * std::numbers::ln2);
    return std::min(1.0, 2 * sum);
}

}  // namespace orrery
