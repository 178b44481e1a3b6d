// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/machine.h"

#include <ATen/ATen.h>
#include <ATen/DeviceAccelerator.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <chrono>
#include <fstream>

#include "core/devices/device.h"
#include "core/error.h"

namespace orrery {

std::string processorName() {
    return deviceName("cpu");
}

std::int64_t peakMemory() {
    // Not getrusage: that remembers the process which this one was started from.
    std::ifstream file("/proc/self/status");
    for (std::string name; file >> name;) {
        std::int64_t kilobytes = 0;
        if (name == "VmHWM:" && file >> kilobytes) return kilobytes * 1024;
    }
    return 0;
}

double copyRate() {
    const at::NoGradGuard no_gradient;
    constexpr std::int64_t size = std::int64_t{1} << 26;  // 256 MB each
    const at::Tensor a = at::ones({size});
    const at::Tensor b = at::ones({size});
    at::Tensor sum = at::add(a, b);
    std::vector<double> seconds;
    for (int i = 0; i < 5; ++i)
        seconds.push_back(secondsOf([&] { at::add_out(sum, a, b); }));
    return 3.0 * sizeof(float) * size / median(seconds) / 1e9;
}

double sgemmRate() {
    const at::NoGradGuard no_gradient;
    constexpr std::int64_t side = 1024;
    const at::Tensor a = at::rand({side, side});
    const at::Tensor b = at::rand({side, side});
    at::Tensor c = at::mm(a, b);
    std::vector<double> seconds;
    for (int i = 0; i < 15; ++i)
        seconds.push_back(secondsOf([&] { at::mm_out(c, a, b); }));
    return 2.0 * side * side * side / median(seconds) / 1e9;
}

std::int64_t peakMemoryOf(const std::string& device) {
    if (device == "cpu") return peakMemory();
    using c10::CachingAllocator::StatType;
    return at::accelerator::getDeviceStats(at::accelerator::getDeviceIndex())
        .allocated_bytes[static_cast<std::size_t>(StatType::AGGREGATE)]
        .peak;
}

void freshPeak(const std::string& device) {
    if (device != "cpu") at::accelerator::resetPeakStats(at::accelerator::getDeviceIndex());
}

void waitFor(const std::string& device) {
    if (device != "cpu") at::accelerator::synchronizeDevice(at::accelerator::getDeviceIndex());
}

double productRate(const std::string& device, bool bfloat16) {
    if (device == "cpu") return sgemmRate();
    const at::NoGradGuard no_gradient;
    constexpr std::int64_t side = 8192;
    const auto options =
        at::TensorOptions(bfloat16 ? at::kBFloat16 : at::kFloat).device(at::Device(device));
    const at::Tensor a = at::randn({side, side}, options);
    const at::Tensor b = at::randn({side, side}, options);
    at::Tensor c = at::mm(a, b);
    std::vector<double> seconds;
    waitFor(device);
    for (int i = 0; i < 15; ++i)
        seconds.push_back(secondsOf([&] {
            at::mm_out(c, a, b);
            waitFor(device);
        }));
    return 2.0 * side * side * side / median(seconds) / 1e9;
}

double secondsOf(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
    if (values.empty()) throw Error("Without measurements there is no median.");
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

}  // namespace orrery
