// SPDX-License-Identifier: GPL-3.0-or-later
// What the GPU itself is capable of. Label cuda.
#include <gtest/gtest.h>

#include "core/bench/step_bench.h"
#include "tests/core/model/small_config.h"
#include "tests/support/cuda.h"

namespace orrery {
namespace {

class CudaBench : public test::Cuda {};

TEST_F(CudaBench, AStepIsMeasured) {
    Config config = test::smallConfig();
    config.train.device = DeviceChoice::cuda;
    StepBenchOptions options;
    options.repeats = 2;
    options.naive = true;
    const StepBench bench = benchStep(config, options);
    EXPECT_EQ(bench.device, "cuda");
    EXPECT_FALSE(bench.gpu.empty());
    EXPECT_GT(bench.seconds, 0);
    EXPECT_GT(bench.naive_seconds, 0);
    EXPECT_GT(bench.sgemm_gflops, 1000);
    EXPECT_GT(bench.peak_memory, 1000);
}

}  // namespace
}  // namespace orrery
