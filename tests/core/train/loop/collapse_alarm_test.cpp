// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loop/collapse_alarm.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/analysis/collapse.h"
#include "core/analysis/metrics.h"
#include "tests/core/train/loop/loop_support.h"

namespace orrery {
namespace {

TEST(Collapse, IsLoadLessThanThatOfTwoSets) {
    // Eight of 64 used alike are two sets of four: not yet; seven are.
    std::vector<double> counts(64, 0);
    for (int e = 0; e < 8; ++e)
        counts[static_cast<std::size_t>(e)] = 100;
    EXPECT_FALSE(routingCollapsed(entropyBits(counts), 4, 64));
    counts[7] = 0;
    EXPECT_TRUE(routingCollapsed(entropyBits(counts), 4, 64));
    EXPECT_FALSE(routingCollapsed(0, 4, 8)) << "a library of two sets can't be told from it";
    // A6 as published: 2.848 bits of 64 experts; A4's 3.413 are stable.
    EXPECT_TRUE(routingCollapsed(2.848, 4, 64));
    EXPECT_FALSE(routingCollapsed(3.413, 4, 64));
}

class CollapseAlarmTest : public ::testing::Test {
protected:
    CollapseAlarmTest() {
        config_.model.num_layers = 2;
        config_.some.num_experts = 64;
        config_.some.top_k = 4;
    }
    void see(std::int64_t step, double first, double second) {
        alarm_.add(config_, step, 1000,
                   {{"layer0/entropy_bits", first},
                    {"layer0/gini", 0.3},
                    {"layer0/used", 64},
                    {"layer1/entropy_bits", second},
                    {"layer1/gini", 0.91},
                    {"layer1/used", 9}});
    }
    std::size_t told() const { return recorder_.all<Message>().size(); }

    Config config_;
    test::RecordingReporter recorder_;
    CollapseAlarm alarm_{recorder_.reporter};
};

TEST_F(CollapseAlarmTest, ThreeSnapshotsInARowAreTold) {
    see(100, 5, 1.5);
    see(110, 5, 1.4);
    EXPECT_FALSE(alarm_.collapsed());
    EXPECT_EQ(told(), 0U);
    see(120, 5, 1.3);
    EXPECT_TRUE(alarm_.collapsed());
    ASSERT_EQ(told(), 1U);
    const Message message = recorder_.last("probe");
    EXPECT_EQ(message.severity, Severity::warning);
    for (const char* part :
         {"layer 1", "since step 100", "2.46 equally used experts of 64", "2 top_k = 8",
          "Gini 0.91", "9 experts used", "keys.beta", "some.top_k_warmup"})
        EXPECT_NE(message.text.find(part), std::string::npos) << part << ": " << message.text;
    see(130, 5, 1.2);
    EXPECT_EQ(told(), 1U) << "once";
    see(140, 5, 4);
    EXPECT_FALSE(alarm_.collapsed());
    EXPECT_NE(recorder_.last("probe").text.find("recovered"), std::string::npos);
}

TEST_F(CollapseAlarmTest, OneStrangeSnapshotAndTheFirstStepsAreNoCollapse) {
    for (const std::int64_t step : {10, 20, 30, 40, 50})
        see(step, 1, 1);
    EXPECT_EQ(told(), 0U) << "routing settles in the first twentieth";
    see(60, 1, 5);
    see(70, 1, 5);
    see(80, 5, 5);
    see(90, 1, 5);
    EXPECT_EQ(told(), 0U);
    config_.some.top_k_warmup = 0.2;  // one expert a token, then a ramp: until step 400
    for (const std::int64_t step : {300, 310, 320, 330})
        see(step, 1, 1);
    EXPECT_EQ(told(), 0U);
    for (const std::int64_t step : {410, 420, 430})
        see(step, 1, 1);
    EXPECT_EQ(told(), 2U);
}

}  // namespace
}  // namespace orrery
