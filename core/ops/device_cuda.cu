// SPDX-License-Identifier: GPL-3.0-or-later
// What the program asks the module orrery_cuda by name (core/train/device.cpp).
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAFunctions.h>

extern "C" {

/// Name of the current device. The text lives as long as the module.
const char* orrery_cuda_device_name() {
    return at::cuda::getCurrentDeviceProperties()->name;
}

/// With 1, an operation of torch that waits for the device throws; 0 ends that.
void orrery_cuda_forbid_waiting(int forbidden) {
    c10::cuda::warning_state().set_sync_debug_mode(
        forbidden ? c10::cuda::SyncDebugMode::L_ERROR : c10::cuda::SyncDebugMode::L_DISABLED);
}
}
