// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/key_clouds.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.h"
#include "core/runs/run_database.h"
#include "core/runs/run_folder.h"
#include "core/study/study_store.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

constexpr int kDimensions = 16;

class KeyCloudsTest : public ::testing::Test {
protected:
    /// A done trial; of `experts` keys two groups far apart, 0 = no snapshot.
    void add(const std::vector<std::string>& labels, int experts, std::int64_t seed = 1) {
        Config config;
        config.model.num_layers = 2;
        config.model.d_model = kDimensions;
        config.model.num_heads = 2;
        config.some.num_experts = std::max(experts, 1);
        config.some.top_k = 1;
        const RunFolder run = createRunFolder(folder_ / "runs", "trial");
        writeRunConfig(run, config, {"2026-11-27T14:05:00+0100", "cpu", ""});
        RunDatabase database({run.databaseFile(), {}, {}});
        database.publish(Scalars{1, 1.0, {{"train/loss", 1}}});
        for (const int step : {0, 5}) {
            Keys keys{step, 1, experts, kDimensions, {}, std::vector<float>(experts, 1.0F)};
            for (int e = 0; e < experts; ++e)
                for (int d = 0; d < kDimensions; ++d)
                    keys.keys.push_back((e % 2 == 0 ? 10.0F : 0.0F) +
                                        0.1F * static_cast<float>((e * 7 + d) % 5));
            if (experts > 0) database.publish(std::make_shared<const Keys>(keys));
        }
        addTrial(labels, run.path.filename().string(), seed);
    }
    void addTrial(const std::vector<std::string>& labels, const std::string& run,
                  std::int64_t seed = 1) {
        TrialRecord trial;
        trial.number = static_cast<std::int64_t>(trials_.size()) + 1;
        trial.labels = labels;
        trial.seed = seed;
        trial.state = TrialState::done;
        trial.run = run;
        trial.metrics["val/loss"] = 2;
        trials_.push_back(trial);
    }
    StudyTable table() const {
        Study study;
        study.name = "made";
        StudyAxis first, second;
        first.name = "a";
        second.name = "b";
        study.axes = {first, second};
        return tabulate(study, "tiny", "9.9", trials_);
    }

    test::TemporaryFolder folder_;
    std::vector<TrialRecord> trials_;
    KeyCloudReader reader_;
};

TEST_F(KeyCloudsTest, EachCellHasTheKeysOfItsFirstTrial) {
    add({"1", "x"}, 12);
    add({"1", "x"}, 6, 2);
    add({"1", "y"}, 8);
    const KeyClouds all = reader_.read(table(), folder_.path());
    EXPECT_EQ(all.columns, 2u);
    ASSERT_EQ(all.clouds.size(), 2u);
    EXPECT_EQ(all.clouds[0].name, "1 x x");
    const KeyCloud& cloud = *all.clouds[0].cloud;
    EXPECT_EQ(cloud.points.size(), 24u);
    ASSERT_EQ(cloud.clusters.size(), 12u);
    EXPECT_EQ(cloud.clusters[0], cloud.clusters[2]);
    EXPECT_NE(cloud.clusters[0], cloud.clusters[1]);
    EXPECT_EQ(cloud.layer, 1) << "the middle one";
    EXPECT_NE(all.caption.find("a x b: UMAP of the keys of layer 1"), std::string::npos);
}

TEST_F(KeyCloudsTest, WhatHasNoPictureIsLeftOut) {
    add({"1", "x"}, 0);
    add({"1", "y"}, 3);
    addTrial({"2", "x"}, "gone");
    EXPECT_TRUE(reader_.read(table(), folder_.path()).clouds.empty());
    EXPECT_TRUE(reader_.read({}, folder_.path()).clouds.empty());
}

TEST_F(KeyCloudsTest, NothingIsProjectedTwice) {
    add({"1", "x"}, 12);
    const KeyClouds first = reader_.read(table(), folder_.path());
    add({"2", "x"}, 12);
    const KeyClouds second = reader_.read(table(), folder_.path());
    ASSERT_EQ(second.clouds.size(), 2u);
    EXPECT_EQ(second.clouds[0].cloud, first.clouds[0].cloud);
}

TEST_F(KeyCloudsTest, WhoDoesNotWaitIsNotHeldUp) {
    add({"1", "x"}, 12);
    EXPECT_THROW(reader_.read(table(), folder_.path(), [] { return true; }), Cancelled);
    EXPECT_EQ(reader_.read(table(), folder_.path()).clouds.size(), 1u) << "nothing half is kept";
}

TEST_F(KeyCloudsTest, TheTableHoldsEveryPoint) {
    const auto cloud = std::make_shared<KeyCloud>(KeyCloud{{0.5F, -1.0F, 0.25F, 0.0F}, {0, 1}, 0});
    EXPECT_EQ(keyCloudsCsv({"t", "c", 1, {{"a, b", cloud}}}),
              "cell,expert,x,y,cluster\n\"a, b\",0,0.50000,-1.00000,0\n"
              "\"a, b\",1,0.25000,0.00000,1\n");
}

}  // namespace
}  // namespace orrery
