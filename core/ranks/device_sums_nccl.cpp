// SPDX-License-Identifier: GPL-3.0-or-later
// NCCL, as c10d drives it. Part of the module orrery_cuda: libtorch_cuda.so has its code.
#include "core/ranks/device_sums.h"

// The wheel declares NCCL's classes with this alone.
#define USE_C10D_NCCL 1
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>

#include <chrono>
#include <cstdlib>
#include <vector>

namespace orrery {
namespace {

class NcclSums final : public DeviceSums {
public:
    NcclSums(const c10::intrusive_ptr<c10d::Store>& store, int rank, int size, int device) {
        // Who is lost, RankWatch says, and the run ends with an error: c10d would end the process.
        setenv("TORCH_NCCL_ASYNC_ERROR_HANDLING", "0", 0);
        setenv("TORCH_NCCL_ENABLE_MONITORING", "0", 0);
        const auto options = c10d::ProcessGroupNCCL::Options::create();
        options->timeout = std::chrono::hours(24 * 365);
        group_ = c10::make_intrusive<c10d::ProcessGroupNCCL>(
            c10::make_intrusive<c10d::PrefixStore>("nccl", store), rank, size, options);
        group_->eagerConnectSingleDevice(
            at::Device(at::kCUDA, static_cast<c10::DeviceIndex>(device)));
    }

    void sum(at::Tensor& tensor) override {
        std::vector<at::Tensor> tensors{tensor};
        group_->allreduce(tensors)->wait();  // of the current stream, not of this thread
    }
    void abort() override { group_->abort(); }

private:
    c10::intrusive_ptr<c10d::ProcessGroupNCCL> group_;
};

}  // namespace
}  // namespace orrery

extern "C" orrery::DeviceSums* orrery_cuda_device_sums(c10::intrusive_ptr<c10d::Store>* store,
                                                       int rank, int size, int device) {
    return new orrery::NcclSums(*store, rank, size, device);
}
