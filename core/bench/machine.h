// SPDX-License-Identifier: GPL-3.0-or-later
// What a measurement depends on.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace orrery {

/// The processor's name as the system tells it; "unknown" where it does not.
std::string processorName();
/// Largest resident memory of this process so far, bytes.
std::int64_t peakMemory();
/// 10^9 floating-point operations a second of a float32 matrix product [1024, 1024] x [1024, 1024]
/// with the threads in use: what a step is held against. Median of several; takes about a second.
double sgemmRate();

/// Seconds that `work` takes.
double secondsOf(const std::function<void()>& work);
/// Throws Error for an empty list.
double median(std::vector<double> values);

}  // namespace orrery
