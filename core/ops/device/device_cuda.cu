// SPDX-License-Identifier: GPL-3.0-or-later
// What the program asks the module orrery_cuda by name (core/devices/device.cpp).
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAFunctions.h>

#include <cstdint>

extern "C" {

/// Name of a device. The text lives as long as the module.
const char* orrery_cuda_device_name(int device) {
    return at::cuda::getDeviceProperties(static_cast<c10::DeviceIndex>(device))->name;
}

/// Bytes of memory that a device has.
std::int64_t orrery_cuda_device_memory(int device) {
    return static_cast<std::int64_t>(
        at::cuda::getDeviceProperties(static_cast<c10::DeviceIndex>(device))->totalGlobalMem);
}

/// Major version of a device's compute capability.
int orrery_cuda_device_generation(int device) {
    return at::cuda::getDeviceProperties(static_cast<c10::DeviceIndex>(device))->major;
}

/// With 1, an operation of torch that waits for the device throws; 0 ends that.
void orrery_cuda_forbid_waiting(int forbidden) {
    c10::cuda::warning_state().set_sync_debug_mode(
        forbidden ? c10::cuda::SyncDebugMode::L_ERROR : c10::cuda::SyncDebugMode::L_DISABLED);
}
}
