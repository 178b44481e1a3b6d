// SPDX-License-Identifier: GPL-3.0-or-later
// The fake GPU refuses what a GPU would, and a graph of it holds what a CUDA graph would.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "core/devices/device.h"
#include "core/events/commands.h"
#include "core/model/query_network.h"
#include "core/ops/device/step_graph.h"
#include "core/ops/full_product.h"
#include "core/runs/checkpoint_folder.h"
#include "tests/core/train/session_support.h"
#include "tests/support/cuda.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

class FakeGpu : public test::Cuda {
protected:
    const at::TensorOptions on_gpu = at::TensorOptions(at::kFloat).device(at::kCUDA);
    std::unique_ptr<StepGraph> graph;

    void SetUp() override {
        Cuda::SetUp();
        ASSERT_EQ(deviceName("cuda"), "Large GPU");
        graph = makeStepGraph();
    }
    static float number(const at::Tensor& tensor) { return tensor.sum().item<float>(); }
};

TEST_F(FakeGpu, TensorsOfBothKindsAreRefused) {
    const at::Tensor own = at::ones({2}, on_gpu), stranger = at::ones({2});
    EXPECT_ANY_THROW(own + stranger);
    EXPECT_ANY_THROW(at::stack({own, stranger}));
    EXPECT_ANY_THROW(own.index_select(0, at::zeros({1}, at::kLong)));
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

/// Near ties choose other experts: the router's products are exact where others are not.
TEST_F(FakeGpu, TheRouterKeepsAllDigitsWhereTensorFloat32IsAllowed) {
    allowTensorFloat32(true);
    const at::Tensor z = at::rand({7, 64}), keys = at::rand({64, 64});
    const auto close = [](const at::Tensor& gpu, const at::Tensor& own) {
        return at::allclose(gpu.cpu(), own, 1e-5, 1e-7);
    };
    const at::Tensor on_cpu = at::mm(z, keys);
    EXPECT_FALSE(close(at::mm(z.to(at::kCUDA), keys.to(at::kCUDA)), on_cpu)) << "others lose some";
    EXPECT_TRUE(close(fullLinear(z.to(at::kCUDA), keys.t().to(at::kCUDA), {}), on_cpu));
    for (const RouterKind router : {RouterKind::linear, RouterKind::mlp}) {
        Config config;
        config.model.d_model = 64;
        config.some.router = router;
        QueryNetwork own(config, "q"), gpu(config, "q");
        gpu->to(at::Device(at::kCUDA, 0));
        at::Tensor here = z.clone().requires_grad_();
        at::Tensor there = z.to(at::kCUDA).requires_grad_();
        const at::Tensor query = own(here), query_there = gpu(there);
        EXPECT_TRUE(close(query_there, query));
        query.square().sum().backward();
        query_there.square().sum().backward();
        EXPECT_TRUE(close(there.grad(), here.grad()));
        const auto parameters = own->named_parameters();
        for (const auto& item : gpu->named_parameters())
            // Sums of several tokens, in another order; TensorFloat-32 would be 1e-3 off.
            EXPECT_LT(
                test::largestDifference(item.value().grad().cpu(), parameters[item.key()].grad()),
                1e-5 * parameters[item.key()].grad().abs().max().item<double>())
                << item.key();
    }
    allowTensorFloat32(false);
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

/// Of a run: its losses by step, from what is stored.
std::vector<double> storedLosses(const std::filesystem::path& run) {
    std::vector<double> losses;
    for (const auto& [place, value] : test::scalarTable(test::storedEvents(run)))
        if (place.second == "train/loss") losses.push_back(value);
    return losses;
}

TEST_F(FakeGpu, ARunThatFillsTheGpuKeepsWhatItHasLearned) {
    const test::TemporaryFolder folder;
    Config config = test::tinyConfig(12);
    config.train.device = DeviceChoice::cuda;
    config.checkpoint.every = config.eval.every = 1000;
    test::WatchedSession whole(test::newRun(config, folder / "whole"));
    ASSERT_EQ(whole.runToEnd(), RunState::finished);

    test::WatchedSession watched(test::newRun(config, folder / "full"));
    watched.startPaused();
    ASSERT_TRUE(watched.stepTo(0, 7));
    // Others take what is free.
    setenv("ORRERY_FAKE_GPU_BYTES", std::to_string(deviceMemory("cuda").used + 100).c_str(), 1);
    watched.session.send(command::Resume{});
    EXPECT_EQ(watched.session.wait(), RunState::failed);
    unsetenv("ORRERY_FAKE_GPU_BYTES");
    watched.look();
    EXPECT_NE(watched.messages("state").back().text.find("Lower train.batch_size"),
              std::string::npos)
        << watched.messages("state").back().text;
    const auto run = watched.session.runFolder();
    EXPECT_EQ(checkpointSteps(run).back(), 7);

    test::WatchedSession resumed(test::resumedRun(run));
    ASSERT_EQ(resumed.runToEnd(), RunState::finished);
    EXPECT_EQ(storedLosses(run), storedLosses(whole.session.runFolder()));
}

}  // namespace
}  // namespace orrery
