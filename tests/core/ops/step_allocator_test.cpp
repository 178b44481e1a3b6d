// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/step_allocator.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "core/ops/large_blocks.h"

namespace orrery {
namespace {

constexpr std::int64_t kMegabyte = std::int64_t{1} << 20;

at::Tensor megabytes(std::int64_t count) {
    return at::empty({count * kMegabyte / 4}, at::kFloat);
}

class StepAllocator : public testing::Test {
protected:
    void SetUp() override {
        useStepAllocator();
        useStepAllocator();  // often is as good as once
        releaseLargeBlocks();
        before_ = largeBlockUsage().used;
    }

    /// Without the room that kernels of other tests keep.
    std::int64_t used() const { return largeBlockUsage().used - before_; }
    std::int64_t mostUsed() const { return largeBlockUsage().most_used - before_; }

private:
    std::int64_t before_ = 0;
};

TEST_F(StepAllocator, WhatATensorLeavesIsUsedByTheNextOfItsSize) {
    at::Tensor first = megabytes(3);
    const void* place = first.const_data_ptr();
    EXPECT_GE(used(), 3 * kMegabyte);
    first = at::Tensor();
    EXPECT_EQ(used(), 0);
    EXPECT_GE(largeBlockUsage().cached, 3 * kMegabyte);
    const at::Tensor larger = megabytes(4);
    EXPECT_NE(larger.const_data_ptr(), place);
    const at::Tensor again = megabytes(3);
    EXPECT_EQ(again.const_data_ptr(), place);
    EXPECT_EQ(largeBlockUsage().cached, 0);
}

TEST_F(StepAllocator, WhatIsCachedIsBounded) {
    for (std::int64_t size = 1; size <= 64; ++size)
        megabytes(size).zero_();
    const LargeBlockUsage memory = largeBlockUsage();
    EXPECT_EQ(used(), 0);
    EXPECT_GE(memory.most_used, 64 * kMegabyte);
    EXPECT_LE(memory.cached, memory.most_used + memory.most_used / 8 + 8 * kMegabyte);
    releaseLargeBlocks();
    EXPECT_EQ(largeBlockUsage().cached, 0);
    EXPECT_EQ(mostUsed(), 0);
}

TEST_F(StepAllocator, HoldsWhatIsWrittenForEveryThreadAndSize) {
    std::vector<std::thread> threads;
    std::vector<int> faults(4, 0);
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([t, &faults] {
            for (std::int64_t round = 0; round < 30; ++round) {
                const at::Tensor a = at::full({100'000 * (1 + round % 5)}, t, at::kInt);
                const at::Tensor b = at::full({6'000'000}, 10 + t, at::kInt);  // of large pages
                if (!a.eq(t).all().item<bool>() || !b.eq(10 + t).all().item<bool>()) ++faults[t];
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(faults, std::vector<int>(4, 0));
    EXPECT_EQ(used(), 0);
}

TEST_F(StepAllocator, TensorsMayBeResizedAndTakenApart) {
    at::Tensor tensor = at::arange(1'000'000, at::kFloat);
    tensor.resize_({3'000'000});
    EXPECT_EQ(tensor[999'999].item<float>(), 999'999);
    const at::Tensor part = tensor.narrow(0, 500'000, 10);
    tensor = at::Tensor();
    EXPECT_EQ(part[3].item<float>(), 500'003);
}

}  // namespace
}  // namespace orrery
