// SPDX-License-Identifier: GPL-3.0-or-later
// That all who ask get the same answer: tests/core/train/counted_tokens_test.cpp.
#include "core/step/counted_tokens.h"

#include <gtest/gtest.h>

namespace orrery {
namespace {

const at::Tensor some_targets = at::tensor({3, -100, 1, 0, 4, 1}, at::kLong);  // 1 is padding

TEST(TargetMasks, CountRealAndValidTargets) {
    const TargetMasks masks = targetMasks(some_targets.view({2, 3}));
    EXPECT_EQ(masks.valid_count, 5);
    EXPECT_EQ(masks.real_count, 3);
    EXPECT_EQ(maskTargets(some_targets).valid_count, 0) << "known on the device alone";
}

TEST(TargetMasks, PaddingCountsInTheLossWhenItIsAskedFor) {
    const TargetMasks masks = targetMasks(some_targets);
    TrainConfig config;
    config.pad_in_loss = true;
    EXPECT_TRUE(at::equal(lossTokens(config, masks), masks.valid));
    config.pad_in_loss = false;
    EXPECT_TRUE(at::equal(lossTokens(config, masks), masks.real));
}

}  // namespace
}  // namespace orrery
