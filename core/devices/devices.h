// SPDX-License-Identifier: GPL-3.0-or-later
// The devices of this machine. No torch; may be included beside Qt.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/config/config.h"

namespace orrery {

struct DeviceInfo {
    std::string id;          // as train.device names it: "cpu", "cuda:0"
    std::string name;        // of the processor, or of the GPU
    std::string capability;  // "9.0"; empty for the CPU
    std::int64_t total = 0;  // bytes of its memory; 0 = unknown
    std::int64_t free = -1;  // bytes of it that are free; negative = unknown
};

/// Libraries of NVIDIA's driver, by file name or path.
struct DriverLibraries {
    std::string cuda = "libcuda.so.1";
    std::string management = "libnvidia-ml.so.1";
};

/// The CPU, then each CUDA device in the order of their numbers. Without a driver no call of CUDA
/// is made, with one no memory of a device is taken and LibTorch's CUDA libraries stay unloaded.
/// Asks the driver, which may take a second: not on a GUI thread, else any.
std::vector<DeviceInfo> listDevices(const DriverLibraries& libraries = {});

/// Why train.device can't be `wanted` where these devices are, and what to do; empty when it can.
std::string deviceFault(DeviceChoice wanted, const std::vector<DeviceInfo>& devices);

/// Bytes of memory that this machine has; 0 where the system does not say.
std::int64_t machineMemory();
/// Resident set of this process in bytes; 0 where the system does not say.
std::int64_t residentBytes();
std::string processorModel();  // "unknown" where the system does not say

}  // namespace orrery
