// SPDX-License-Identifier: GPL-3.0-or-later
// Student's distribution, exact for whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and
// 26.7.4), and corrections for many tests. Any thread.
#pragma once
#include <span>
#include <vector>

namespace orrery {

/// Two-sided: the probability of a |T| as large as |t| or larger, 1 or more degrees of freedom.
double studentTail(double t, int freedom);
/// The t whose two-sided tail is `tail`, 0 < tail < 1: studentQuantile(0.05, n) is t(0.975, n).
double studentQuantile(double tail, int freedom);
/// Holm (1979): p values, each corrected for all of them, in the same order, at most 1. Those at
/// most 5 % are beyond chance with one in twenty for the whole family.
std::vector<double> holm(std::span<const double> p_values);
/// Benjamini and Hochberg (1995): q values, the expected share of false ones among all that are
/// listed up to there, in the same order. `tests` is how many were made, at least as many as are
/// given: those left out had larger p values.
std::vector<double> benjaminiHochberg(std::span<const double> p_values, std::size_t tests);
/// Two-sided binomial probability at one half (sign test) of `more` against `less`. 1 for none.
double signTest(std::size_t more, std::size_t less);

}  // namespace orrery
