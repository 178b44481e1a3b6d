// SPDX-License-Identifier: GPL-3.0-or-later
// NCCL of the fake GPU: sums of its memory by Gloo. All ranks have the one GPU.
#define USE_C10D_GLOO 1
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

#include <atomic>

#include "core/ranks/device_sums.h"
#include "tests/fake_gpu/recording.h"

namespace orrery::fake_gpu {
namespace {

std::atomic<int> sums_made{0};

class FakeSums final : public DeviceSums {
public:
    FakeSums(const c10::intrusive_ptr<c10d::Store>& store, int rank, int size) {
        const auto options = c10d::ProcessGroupGloo::Options::create();
        options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname("127.0.0.1"));
        group_ = c10::make_intrusive<c10d::ProcessGroupGloo>(
            c10::make_intrusive<c10d::PrefixStore>("nccl", store), rank, size, options);
    }

    /// As a kernel: at a place of memory, also when a graph does it again.
    void sum(at::Tensor& tensor) override {
        TORCH_CHECK(tensor.is_cuda() && tensor.is_contiguous(), "NCCL sums what lies on the GPU");
        ++sums_made;
        give([group = group_, data = tensor.data_ptr(), sizes = tensor.sizes().vec(),
              type = tensor.scalar_type()] {
            std::vector<at::Tensor> own{
                at::from_blob(data, sizes, at::TensorOptions(type).device(at::kCPU))};
            group->allreduce(own)->wait();
        });
    }
    void abort() override {}

private:
    c10::intrusive_ptr<c10d::ProcessGroupGloo> group_;
};

}  // namespace
}  // namespace orrery::fake_gpu

extern "C" {
orrery::DeviceSums* orrery_cuda_device_sums(c10::intrusive_ptr<c10d::Store>* store, int rank,
                                            int size, int) {
    return new orrery::fake_gpu::FakeSums(*store, rank, size);
}
/// How many were made in this process.
int orrery_fake_device_sums() {
    return orrery::fake_gpu::sums_made;
}
}
