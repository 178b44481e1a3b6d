// SPDX-License-Identifier: GPL-3.0-or-later
// Orrery's operations as the module orrery_cuda has them (core/ops/*_cuda.cu): the same functors
// over the same rows, on the processor.
#include <torch/library.h>

#include "core/ops/device/grouped_ffn_device.h"
#include "core/ops/device/key_update_device.h"
#include "core/ops/device/launch_cpu.h"
#include "core/ops/device/nearest_keys_device.h"
#include "tests/fake_gpu/recording.h"

namespace orrery::fake_gpu {
namespace {

struct FakeLaunch {
    template <class Kernel>
    static void each(std::int64_t count, const Kernel& kernel) {
        give([count, kernel] { CpuLaunch::each(count, kernel); });
    }
    template <class Kernel>
    static void rows(std::int64_t count, const Kernel& kernel) {
        give([count, kernel] { CpuLaunch::rows(count, kernel); });
    }
};

TORCH_LIBRARY_IMPL(orrery, CUDA, library) {
    library.impl("nearest_keys", &device_keys::forward<FakeLaunch>);
    library.impl("nearest_keys_backward", &device_keys::backward<FakeLaunch>);
    library.impl("grouped_ffn", &device_ffn::forward<FakeLaunch>);
    library.impl("grouped_ffn_backward", &device_ffn::backward<FakeLaunch>);
    library.impl("gather_keys", &device_gravity::gatherKeys<FakeLaunch>);
    library.impl("apply_keys", &device_gravity::apply<FakeLaunch>);
}

}  // namespace
}  // namespace orrery::fake_gpu
