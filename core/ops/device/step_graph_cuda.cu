// SPDX-License-Identifier: GPL-3.0-or-later
// A step as a CUDA graph, part of the module orrery_cuda.
#include <ATen/core/CachingHostAllocator.h>
#include <ATen/cuda/CUDAEvent.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAGuard.h>

#include <exception>
#include <memory>

#include "core/ops/device/step_graph.h"

namespace orrery {
namespace {

class CudaStepGraph : public StepGraph {
public:
    void record(const std::function<void()>& work) override {
        graph_.reset();  // and its memory
        // While a graph is recorded nothing is given back for it, so what steps left goes before.
        c10::cuda::CUDACachingAllocator::emptyCache();
        auto graph = std::make_unique<at::cuda::CUDAGraph>();
        const auto current = c10::cuda::getCurrentCUDAStream();
        // The stream that CUDA starts with can't be recorded.
        const auto recorded = c10::cuda::getStreamFromPool();
        wait(recorded, current);
        {
            const c10::cuda::CUDAStreamGuard guard(recorded);
            const auto pool = at::cuda::graph_pool_handle();
            std::exception_ptr failure;
            try {
                // Other threads may pin memory meanwhile.
                graph->capture_begin(pool, cudaStreamCaptureModeThreadLocal);
                work();
            } catch (...) {
                failure = std::current_exception();
            }
            try {
                graph->capture_end();
            } catch (...) {
                giveBack(recorded.device_index(), pool);
                if (!failure) failure = std::current_exception();
            }
            if (failure) std::rethrow_exception(failure);
        }
        wait(current, recorded);
        graph_ = std::move(graph);
    }

    void replay() override { graph_->replay(); }

private:
    static void wait(const c10::cuda::CUDAStream& stream, const c10::cuda::CUDAStream& other) {
        at::cuda::CUDAEvent event;
        event.record(other);
        event.block(stream);
    }

    /// What a recording that broke leaves to the allocator.
    static void giveBack(c10::DeviceIndex device, const c10::MempoolId_t& pool) {
        static_cast<void>(cudaGetLastError());  // else the next kernel would be blamed
        try {
            c10::cuda::CUDACachingAllocator::endAllocateToPool(device, pool);
            c10::cuda::CUDACachingAllocator::releasePool(device, pool);
            at::getHostAllocator(at::kCUDA)->end_allocate_to_pool(pool);
            at::getHostAllocator(at::kCUDA)->release_pool(pool);
        } catch (const std::exception&) {
            // It ended before: the graph itself gives it back.
        }
    }

    std::unique_ptr<at::cuda::CUDAGraph> graph_;
};

}  // namespace
}  // namespace orrery

/// The caller's to delete.
extern "C" orrery::StepGraph* orrery_cuda_step_graph() {
    return new orrery::CudaStepGraph;
}
