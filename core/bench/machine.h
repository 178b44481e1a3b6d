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
/// 10^9 bytes a second of a sum of two arrays that no cache holds, with the threads in use.
double copyRate();
/// 10^9 floating-point operations a second of a float32 matrix product [1024, 1024] x [1024, 1024]
/// with the threads in use: what a step is held against. Median of several; takes about a second.
double sgemmRate();

/// Largest memory that the tensors of a device ("cpu", "cuda") took so far, bytes: on the CPU the
/// process's, on CUDA that of its allocator since freshPeak(). Throws torch's error without CUDA.
std::int64_t peakMemoryOf(const std::string& device);
void freshPeak(const std::string& device);
/// Returns when the device has done all that it was given.
void waitFor(const std::string& device);
/// As sgemmRate, on a device; on CUDA [8192, 8192], of bfloat16 where that is asked for, else of
/// float32 as the process allows it (core/devices/device.h).
double productRate(const std::string& device, bool bfloat16);

/// Seconds that `work` takes.
double secondsOf(const std::function<void()>& work);
/// Throws Error for an empty list.
double median(std::vector<double> values);

}  // namespace orrery
