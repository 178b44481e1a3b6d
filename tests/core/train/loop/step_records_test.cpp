// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loop/step_records.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/core/train/loop/loop_support.h"

namespace orrery {
namespace {

struct StepRecordsTest : testing::Test {
    test::RecordingReporter told;
    Config config = test::tinyConfig(12);
    std::unique_ptr<TrainingRun> run;

    StepRecordsTest() {
        config.snapshots.usage_every = 3;
        config.snapshots.keys_every = 4;
    }
    StepRecords make() {
        run = test::makeRunInMemory(config);
        return {*run, told.reporter};
    }
    /// The next step of the run, told as if it had taken so long.
    StepResult step(StepRecords& records, double seconds = 0.5) {
        const StepInput input = run->input(run->step);
        StepResult result =
            run->stepper.step(input, run->config, {run->step, run->total_steps, false});
        ++run->step;
        run->real_tokens += result.real_targets;
        records.add(result, seconds);
        return result;
    }
    double scalar(std::int64_t step, const std::string& name) const {
        return test::scalarTable(told.events).at({step, name});
    }
};

TEST_F(StepRecordsTest, EachStepTellsItsLossAndItsSpeed) {
    StepRecords records = make();
    const StepResult result = step(records, 0.5);
    EXPECT_EQ(scalar(1, "train/loss"), result.loss);
    EXPECT_EQ(scalar(1, "train/loss_with_pads"), result.loss_with_pads);
    EXPECT_EQ(scalar(1, "train/perplexity"), std::exp(result.loss));
    EXPECT_EQ(scalar(1, "train/tokens_per_second"), static_cast<double>(result.targets) / 0.5);
    EXPECT_EQ(scalar(1, "train/real_tokens"), static_cast<double>(result.real_targets));
    EXPECT_EQ(told.reporter.progress.step, 1);
    EXPECT_EQ(told.reporter.progress.loss, result.loss);
    EXPECT_EQ(told.all<Progress>().back().step, 1);
    EXPECT_TRUE(told.all<Usage>().empty());
    EXPECT_TRUE(told.all<SharedKeys>().empty());
    EXPECT_EQ(records.snapshotStep(), -1);
}

TEST_F(StepRecordsTest, LayersAreToldWhenTheyAreDueAndAfterTheLastStep) {
    config.train.max_steps = 5;
    StepRecords records = make();
    std::vector<std::int64_t> usage, keys;
    for (int i = 0; i < 5; ++i) {
        told.events.clear();
        step(records);
        if (!told.all<Usage>().empty()) usage.push_back(run->step);
        if (!told.all<SharedKeys>().empty()) keys.push_back(run->step);
        EXPECT_EQ(told.names().contains("layer1/gini"), !told.all<Usage>().empty());
        EXPECT_EQ(told.names().contains("layer0/respawned"), !told.all<Usage>().empty());
        EXPECT_EQ(told.names().contains("memory/used"), !told.all<Usage>().empty());
    }
    EXPECT_EQ(usage, (std::vector<std::int64_t>{3, 5}));
    EXPECT_EQ(keys, (std::vector<std::int64_t>{4, 5}));
    EXPECT_EQ(records.snapshotStep(), 5);
}

TEST_F(StepRecordsTest, SelectionsAreCountedFromOneEventToTheNext) {
    StepRecords records = make();
    std::int64_t tokens = 0;
    for (int i = 0; i < 3; ++i)
        tokens += step(records).real_targets;
    const auto usage = told.all<Usage>();
    ASSERT_EQ(usage.size(), 2U);
    double counted = 0;
    for (const double count : usage[0].counts)
        counted += count;
    EXPECT_EQ(counted, static_cast<double>(tokens * config.some.top_k));
}

TEST_F(StepRecordsTest, TheTimeLeftFollowsSmoothedSteps) {
    StepRecords records = make();
    step(records, 2);
    EXPECT_NEAR(told.reporter.progress.seconds_left, 2 * 11, 1e-9);
    step(records, 4);
    EXPECT_NEAR(told.reporter.progress.seconds_left, (0.95 * 2 + 0.05 * 4) * 10, 1e-9);
}

TEST_F(StepRecordsTest, TheLastSnapshotOfAStoppedRunLeavesTheBaseOfTheDrift) {
    StepRecords records = make();
    records.snapshotKeys(true);
    EXPECT_EQ(told.all<SharedKeys>().size(), 2U) << "one a layer";
    EXPECT_FALSE(told.names().contains("layer0/key_drift")) << "from nowhere";
    for (int i = 0; i < 3; ++i)
        step(records);
    records.snapshotKeys(false);
    EXPECT_EQ(records.snapshotStep(), 3);
    EXPECT_FALSE(told.names().contains("layer0/key_drift"));
    records.snapshotKeys(true);
    const double whole = scalar(3, "layer0/key_drift");
    EXPECT_GT(whole, 0) << "from the base before";
    records.snapshotKeys(true);
    EXPECT_EQ(scalar(3, "layer0/key_drift"), 0);
}

TEST_F(StepRecordsTest, RespawnedKeysAreNamedBeforeTheSnapshotThatShowsThem) {
    config.keys.respawn_threshold = 0.9995;  // keys that decayed have 0.999
    config.keys.warmup_steps = 0;
    StepRecords records = make();
    std::vector<std::set<std::int64_t>> expected(2);
    for (int i = 0; i < 4; ++i) {
        const auto changes = step(records).key_changes;
        for (std::size_t layer = 0; layer < 2; ++layer)
            expected[layer].insert(changes[layer].respawned_experts.begin(),
                                   changes[layer].respawned_experts.end());
    }
    ASSERT_GT(expected[0].size() + expected[1].size(), 0U) << "the test shows nothing";
    std::vector<std::set<std::int64_t>> named(2);
    bool snapshot = false;
    for (const Event& event : told.events) {
        snapshot |= std::holds_alternative<SharedKeys>(event);
        const auto* respawned = std::get_if<Respawned>(&event);
        if (respawned == nullptr) continue;
        EXPECT_FALSE(snapshot);
        EXPECT_EQ(respawned->step, 4);
        named.at(static_cast<std::size_t>(respawned->layer))
            .insert(respawned->experts.begin(), respawned->experts.end());
    }
    EXPECT_EQ(named, expected);
    told.events.clear();
    records.publishRespawned();
    EXPECT_TRUE(told.events.empty()) << "each is told once";
}

TEST_F(StepRecordsTest, AModelWithoutExpertsTellsItsLossAlone) {
    config.some.experts = ExpertKind::none;
    StepRecords records = make();
    for (int i = 0; i < 4; ++i)
        step(records);
    EXPECT_TRUE(told.all<Usage>().empty());
    EXPECT_TRUE(told.all<SharedKeys>().empty());
    EXPECT_TRUE(told.names().contains("train/loss"));
    EXPECT_FALSE(told.names().contains("layer0/gini"));
}

}  // namespace
}  // namespace orrery
