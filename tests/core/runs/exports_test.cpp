// SPDX-License-Identifier: GPL-3.0-or-later
// What a reader of the files sees: tests/interop has the real ones.
#include "core/runs/exports.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/core/runs/run_support.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using test::errorOf;
using test::keySnapshot;

/// A run of steps 1 and 2 with snapshots of both layers' keys at both.
struct ExportedRun : testing::Test {
    void SetUp() override {
        const RunFolder run = test::makeRun(folder.path(), "a");
        RunDatabase database({run.databaseFile(), {}, {}});
        for (const std::int64_t step : {1, 2}) {
            database.publish(
                test::scalars(step, step == 1 ? 3.25 : std::numeric_limits<double>::quiet_NaN()));
            database.publish(Usage{step, 0, {4, 12}});
            for (const int layer : {0, 1})
                database.publish(keySnapshot(step, layer));
        }
        database.publish(ExpertTokens{2, 1, {{{" a\tb", 3}, {"c\u2028=", 1}}, {}}});
        database.flush();
        source = openStoredRun(run.path);
    }

    test::TemporaryFolder folder;
    std::unique_ptr<RunSource> source;
};

TEST_F(ExportedRun, History) {
    EXPECT_EQ(readHistory(*source).usage.at(0), (std::vector<double>{8, 24}));
}

TEST_F(ExportedRun, HistoryUpToAStep) {
    const RunHistory history = readHistory(*source, 1);
    EXPECT_EQ(history.usage.at(0), (std::vector<double>{4, 12}));
    EXPECT_EQ(history.scalars.size(), 1U);
    EXPECT_TRUE(history.tokens.empty());
}

TEST_F(ExportedRun, Csv) {
    const auto files = exportCsv(*source, "out", std::nullopt);
    ASSERT_EQ(files.size(), 3U);
    EXPECT_EQ(files[0].path, "out/scalars.csv");
    EXPECT_TRUE(
        files[0].contents.starts_with("step,name,value\n1,time/wall,0.5\n1,train/loss,3.25"))
        << files[0].contents;
    EXPECT_EQ(files[1].contents, "layer,expert,selections\n0,0,8\n0,1,24\n");
    EXPECT_EQ(files[2].contents,
              "layer,expert,usage,k0,k1,k2\n0,0,0.5,2,1,2\n0,1,0.25,3,4,5\n1,0,0.5,2,1,2\n"
              "1,1,0.25,3,4,5\n");
}

TEST_F(ExportedRun, Projector) {
    const auto files = exportProjector(*source, "out", 1);
    EXPECT_EQ(files[0].contents, "1\t1\t2\n3\t4\t5\n1\t1\t2\n3\t4\t5\n");
    EXPECT_EQ(
        files[1].contents,
        "layer\texpert\tusage\ttokens\n0\t0\t0.5\t\n0\t1\t0.25\t\n1\t0\t0.5\t a\\tb|c\\u2028=\n"
        "1\t1\t0.25\t\n");
}

TEST_F(ExportedRun, AStepWithoutASnapshotIsAnError) {
    const std::string error = errorOf([&] { exportProjector(*source, "out", 7); });
    EXPECT_NE(error.find("no key snapshot of step 7. Snapshots: 1, 2."), std::string::npos)
        << error;
    EXPECT_NE(errorOf([&] { exportCsv(*source, "out", 7); }), "");
}

TEST_F(ExportedRun, TensorboardFileIsNamedAfterTheStart) {
    const auto files = exportTensorboard(*source, "out");
    ASSERT_EQ(files.size(), 1U);
    // 2026-11-27T14:05:00+0100
    EXPECT_EQ(files[0].path, "out/events.out.tfevents.1795784700.orrery");
}

TEST(Exports, OfARunWithoutKeys) {
    const test::TemporaryFolder folder;
    const RunFolder run = test::makeRun(folder.path(), "a");
    const auto source = openStoredRun(run.path);
    EXPECT_EQ(exportCsv(*source, "out", std::nullopt).size(), 2U);
    EXPECT_NE(errorOf([&] { exportProjector(*source, "out", std::nullopt); }), "");
}

}  // namespace
}  // namespace orrery
