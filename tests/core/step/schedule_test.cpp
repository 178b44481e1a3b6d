// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/step/schedule.h"
#include "core/step/training_step.h"

namespace orrery {
namespace {

TEST(LearningRate, CosineToZero) {
    TrainConfig config;
    config.learning_rate = 2;
    EXPECT_DOUBLE_EQ(learningRate(config, 0, 100), 2);
    EXPECT_NEAR(learningRate(config, 50, 100), 1, 1e-12);
    EXPECT_NEAR(learningRate(config, 100, 100), 0, 1e-12);
    EXPECT_NEAR(learningRate(config, 150, 100), 0, 1e-12);  // past the end it stays
}

TEST(LearningRate, WarmUpIsLinear) {
    TrainConfig config;
    config.learning_rate = 2;
    config.warmup = 4;
    EXPECT_DOUBLE_EQ(learningRate(config, 0, 100), 0.5);
    EXPECT_DOUBLE_EQ(learningRate(config, 3, 100), 2);
    EXPECT_DOUBLE_EQ(learningRate(config, 4, 100), 2);
    EXPECT_LT(learningRate(config, 5, 100), 2);
    EXPECT_DOUBLE_EQ(learningRate(config, 4, 4),
                     2);  // nothing after the warm-up: no division by zero
}

TEST(LearningRate, TheWarmUpMayBeAShare) {
    TrainConfig share, steps;
    share.warmup_share = 0.04;
    steps.warmup = 4;
    for (const std::int64_t step : {0, 3, 4, 5, 50, 99})
        EXPECT_DOUBLE_EQ(learningRate(share, step, 100), learningRate(steps, step, 100)) << step;
    steps.warmup = 60;  // of 1500 steps the same share is longer
    EXPECT_DOUBLE_EQ(learningRate(share, 30, 1500), learningRate(steps, 30, 1500));
}

TEST(LearningRate, ConstantAfterTheWarmUp) {
    TrainConfig config;
    config.schedule = LearningRateSchedule::constant;
    config.warmup = 2;
    EXPECT_DOUBLE_EQ(learningRate(config, 0, 10), config.learning_rate / 2);
    EXPECT_DOUBLE_EQ(learningRate(config, 9, 10), config.learning_rate);
}

TEST(ActiveTopK, OneThenARampThenAll) {
    SomeConfig config;
    config.top_k = 4;
    EXPECT_EQ(activeTopK(config, 0, 100), 4);
    config.top_k_warmup = 0.2;
    EXPECT_EQ(activeTopK(config, 0, 100), 1);
    EXPECT_EQ(activeTopK(config, 19, 100), 1);
    EXPECT_EQ(activeTopK(config, 26, 100), 2);
    EXPECT_EQ(activeTopK(config, 31, 100), 3);
    EXPECT_EQ(activeTopK(config, 40, 100), 4);
    EXPECT_EQ(activeTopK(config, 99, 100), 4);
}

}  // namespace
}  // namespace orrery
