// SPDX-License-Identifier: GPL-3.0-or-later
// The fake GPU refuses what a GPU would, and a graph of it holds what a CUDA graph would.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "core/ops/step_graph.h"
#include "tests/support/cuda.h"

namespace orrery {
namespace {

class FakeGpu : public test::Cuda {
protected:
    const at::TensorOptions on_gpu = at::TensorOptions(at::kFloat).device(at::kCUDA);
    std::unique_ptr<StepGraph> graph;

    void SetUp() override {
        Cuda::SetUp();
        ASSERT_EQ(deviceName("cuda"), "Fake GPU");
        graph = makeStepGraph();
    }
    static float number(const at::Tensor& tensor) { return tensor.sum().item<float>(); }
};

TEST_F(FakeGpu, TensorsOfBothKindsAreRefused) {
    const at::Tensor own = at::ones({2}, on_gpu), stranger = at::ones({2});
    EXPECT_ANY_THROW(own + stranger);
    EXPECT_ANY_THROW(at::stack({own, stranger}));
    EXPECT_EQ(number(own + at::scalar_tensor(2)), 6);
    EXPECT_EQ(number(own + stranger.to(at::kCUDA)), 4);
}

TEST_F(FakeGpu, GroupedProductsHaveTheConditionsOfCuda) {
    const auto half = on_gpu.dtype(at::kBFloat16);
    const at::Tensor ends = at::full({1}, 3, on_gpu.dtype(at::kInt));
    const auto product = [&](std::int64_t width) {
        return at::_grouped_mm(at::ones({3, width}, half), at::ones({1, width, 8}, half), ends);
    };
    EXPECT_EQ(number(product(16)), 3 * 8 * 16);
    EXPECT_ANY_THROW(product(12)) << "rows begin between multiples of 16 bytes";
}

TEST_F(FakeGpu, WhatIsNotWrittenIsNotANumber) {
    EXPECT_TRUE(at::empty({3}, on_gpu).isnan().all().item<bool>());
    EXPECT_EQ(number(at::zeros({3}, on_gpu)), 0);
}

TEST_F(FakeGpu, WaitingIsNoticed) {
    const at::Tensor own = at::ones({4}, on_gpu);
    const at::Tensor pinned = at::ones({4}).pin_memory();
    const WaitingForbidden scope;
    EXPECT_NO_THROW(own.add(1).narrow(0, 1, 2).sum());
    EXPECT_NO_THROW(own.copy_(pinned, /*non_blocking=*/true));
    EXPECT_ANY_THROW(own.copy_(at::ones({4}), /*non_blocking=*/true));
    EXPECT_ANY_THROW(own.cpu());
    EXPECT_ANY_THROW(own.sum().item<float>());
    EXPECT_ANY_THROW(own.nonzero());
    EXPECT_ANY_THROW(own.index({own > 0}));
}

TEST_F(FakeGpu, AGraphReadsTheDeviceAnewAndTheHostNoMore) {
    const at::Tensor from = at::ones({2}, on_gpu);
    at::Tensor sum = at::zeros({2}, on_gpu), made;
    double step = 10;
    graph->record([&] {
        sum.add_(from).add_(step);
        made = sum.mul(2);
    });
    EXPECT_EQ(number(sum), 0) << "recording is no doing";
    graph->replay();
    EXPECT_EQ(number(sum), 22);
    step = 1000;
    from.fill_(5);
    graph->replay();
    EXPECT_EQ(number(sum), 52);
    EXPECT_EQ(number(made), 104);
}

TEST_F(FakeGpu, AGraphDoesNotKeepWhatWasMadeBeforeIt) {
    at::Tensor from = at::ones({2}, on_gpu), sum = at::zeros({2}, on_gpu);
    graph->record([&] { sum.add_(from); });
    from = at::Tensor();
    graph->replay();
    EXPECT_TRUE(sum.isnan().all().item<bool>());
}

TEST_F(FakeGpu, WhatWaitsIsNotRecorded) {
    const at::Tensor sum = at::ones({2}, on_gpu);
    EXPECT_ANY_THROW(graph->record([&] { sum.add_(1).sum().item<float>(); }));
    EXPECT_EQ(number(sum), 2);
    EXPECT_NO_THROW(graph->replay()) << "there is nothing in it";
    EXPECT_EQ(number(sum), 2);
}

}  // namespace
}  // namespace orrery
