// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "core/config/config.h"
#include "core/ops/device/step_graph.h"

namespace orrery {

/// "cpu", "cuda" or "cuda:1" for train.device; `auto` is cuda, the first device, where the CUDA
/// module loads and a device answers. Throws Error when a device is asked for that can't be had.
/// The first call of a process loads the module where there is a driver: to be made before its
/// first backward pass, as torch's engine serves the devices that it finds then. Any thread.
std::string chooseDevice(DeviceChoice wanted);
/// Why there is no CUDA ("no NVIDIA driver is installed"), or empty. Loads as chooseDevice does.
std::string cudaProblem();
bool isCuda(const std::string& device);
/// Tensors of "cuda" without a number, and what waits for the GPU, mean this device on the calling
/// thread. Nothing for the CPU.
void useDevice(const std::string& device);
/// The name of a device that chooseDevice gave: that of the processor, or of the GPU.
std::string deviceName(const std::string& device);
/// Major version of the compute capability of a GPU that chooseDevice gave; 0 for the CPU.
int deviceGeneration(const std::string& device);
/// A CUDA graph on the current device; null where the CUDA module is not loaded.
std::unique_ptr<StepGraph> makeStepGraph();
struct DeviceMemory {
    std::string device;      // "cpu", "cuda:0"
    std::int64_t used = 0;   // bytes: what torch holds of a GPU, in tensors, in a graph's pool or
                             // ready; on the CPU the process's resident set
    std::int64_t total = 0;  // bytes that the device has; 0 = unknown
};
/// Of a device that chooseDevice gave. Does not wait for the GPU.
DeviceMemory deviceMemory(const std::string& device);
/// Whether products of float32 may use TensorFloat-32 on CUDA: numbers with 10 bits of mantissa,
/// several times as fast. Not at the start of a process; never for the router's scores. For the
/// whole process.
void allowTensorFloat32(bool allowed);
/// While one lives, an operation of torch that waits for the GPU throws. For tests; does nothing
/// without CUDA.
class WaitingForbidden {
public:
    WaitingForbidden();
    ~WaitingForbidden();
    WaitingForbidden(const WaitingForbidden&) = delete;
    WaitingForbidden& operator=(const WaitingForbidden&) = delete;
};
/// train.threads for the calling thread (0 = availableThreads()), denormals flushed to zero, and
/// memory that is used again (core/ops/step_allocator.h). Returns the number. To be called before
/// the thread's first tensor operation.
int prepareThread(std::int64_t threads);

}  // namespace orrery
