// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>

namespace orrery {

/// "cpu" or "cuda" for train.device (auto, cpu, cuda); `auto` is cuda where the CUDA module loads
/// and a device answers. Throws Error when cuda is asked for and can't be had. The first call of a
/// process loads the module where there is a driver: to be made before its first backward pass, as
/// torch's engine serves the devices that it finds then. Any thread.
std::string chooseDevice(const std::string& wanted);
/// The name of a device that chooseDevice gave: that of the processor, or of the GPU.
std::string deviceName(const std::string& device);
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
/// memory that is used again (core/ops/step_memory.h). Returns the number. To be called before the
/// thread's first tensor operation.
int prepareThread(std::int64_t threads);

}  // namespace orrery
