// SPDX-License-Identifier: GPL-3.0-or-later
// The module orrery_cuda, compiled as one file: nvcc reads torch's headers three times for each.
#include "core/ops/device/device_cuda.cu"
#include "core/ops/device/grouped_ffn_cuda.cu"
#include "core/ops/device/key_update_cuda.cu"
#include "core/ops/device/nearest_keys_cuda.cu"
#include "core/ops/device/step_graph_cuda.cu"
