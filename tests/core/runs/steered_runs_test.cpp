// SPDX-License-Identifier: GPL-3.0-or-later
// What was changed while a run trained, wherever the run is shown.
#include "core/events/steered_settings.h"

#include <gtest/gtest.h>

#include "core/config/fields.h"
#include "core/runs/exports.h"
#include "core/runs/run_catalog.h"
#include "core/runs/run_comparison.h"
#include "tests/core/runs/run_support.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

SettingChanged change(std::int64_t step, const std::string& value, const std::string& previous) {
    return {step, 0.5 * static_cast<double>(step), "keys.alpha", value, previous, {}};
}

TEST(SteeredSettings, SayWhatAValueWasAndFromWhichStepOn) {
    const auto steered =
        steeredSettings({}, {change(215, "0.05", "0.01"), change(350, "0.02", "0.05")});
    ASSERT_EQ(steered.size(), 1U);
    EXPECT_EQ(steered[0].text(), "0.01 -> 0.05 at step 215, -> 0.02 at step 350");
    EXPECT_EQ(steered[0].at(0), "0.01");
    EXPECT_EQ(steered[0].at(215), "0.01") << "the change is used from the next step on";
    EXPECT_EQ(steered[0].at(216), "0.05");
    EXPECT_EQ(steered[0].at(900), "0.02");
    EXPECT_EQ(steeredLines(steered), "keys.alpha: " + steered[0].text());
    EXPECT_EQ(findSteered(steered, "keys.beta"), nullptr);
}

TEST(SteeredSettings, AValueThatIsSetAgainIsNoChange) {
    EXPECT_TRUE(steeredSettings({}, {change(3, "0.01", "0.01")}).empty());
}

TEST(SteeredSettings, WithoutAPreviousValueTheConfigurationHasIt) {
    Config config;
    config.keys.alpha = 0.25;
    EXPECT_EQ(steeredSettings(config, {change(3, "0.5", "")})[0].text(), "0.25 -> 0.5 at step 3");
}

TEST(SteeredSettings, AResumedRunReplacesWhatWasChosenLater) {
    const auto in_force = settingsInForce({change(300, "0.9", "0.01"), change(200, "0.5", "0.01")});
    ASSERT_EQ(in_force.size(), 1U);
    EXPECT_EQ(in_force[0].value, "0.5");
}

/// A run of 4 steps whose validation was before the first, changed after step 2.
struct SteeredRun : testing::Test {
    void SetUp() override {
        steered = test::makeRun(folder.path(), "steered");
        plain = test::makeRun(folder.path(), "plain");
        for (const RunFolder& run : {steered, plain}) {
            RunDatabase database({run.databaseFile(), {}, {}});
            database.publish(Scalars{0, 0, {{"val/loss", 8.157}, {"val/bits_per_byte", 3}}});
            for (int step = 1; step <= 4; ++step)
                database.publish(test::scalars(step, 3.5));
            if (run.path == steered.path) database.publish(change(2, "0.05", "0.01"));
            Progress progress;
            progress.state = RunState::stopped;
            progress.step = 4;
            progress.total_steps = 9;
            database.publish(progress);
        }
    }

    test::TemporaryFolder folder;
    RunFolder steered, plain;
};

TEST_F(SteeredRun, DiffersFromOneThatWasNot) {
    const RunIdentity a = readIdentity(steered.path, {"val/loss", "train/loss"});
    const RunIdentity b = readIdentity(plain.path, {});
    const auto rows = differencesOf({a, b});
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].key, "keys.alpha");
    EXPECT_EQ(rows[0].values[0], "0.01 -> 0.05 at step 2");
    EXPECT_EQ(rows[0].values[1], formatFieldValue(b.config.keys.alpha));
    EXPECT_NE(recipeOf(a), recipeOf(b)) << "they are no seeds of one recipe";
    EXPECT_EQ(a.step, 4);
    EXPECT_EQ(a.final_steps.at("val/loss"), 0);
    EXPECT_EQ(a.final_steps.at("train/loss"), 4);
}

TEST_F(SteeredRun, IsListedWithItsChangesAndTheStepsOfItsLosses) {
    std::vector<RunEntry> entries;
    RunCatalog().scan(folder.path(), [&](std::vector<RunEntry> part) {
        entries = std::move(part);
        return true;
    });
    ASSERT_EQ(entries.size(), 2U);
    const std::size_t one = entries[0].summary.folder == steered.path ? 0 : 1;
    EXPECT_EQ(steeredLines(entries[one].steered), "keys.alpha: 0.01 -> 0.05 at step 2");
    EXPECT_TRUE(entries[1 - one].steered.empty());
    EXPECT_EQ(entries[one].summary.validation_loss, 8.157);
    EXPECT_EQ(entries[one].summary.validation_step, 0);
    EXPECT_EQ(entries[one].training_step, 4);
}

TEST_F(SteeredRun, IsExportedWithTheValuesInForce) {
    const auto source = openStoredRun(steered.path);
    const auto files = exportCsv(*source, "out", std::nullopt);
    EXPECT_EQ(files.back().path, "out/settings.csv");
    EXPECT_EQ(files.back().contents, "step,key,value\n0,keys.alpha,0.01\n2,keys.alpha,0.05\n");
    const auto board = exportTensorboard(*openStoredRun(steered.path), "out");
    EXPECT_NE(board[0].contents.find("settings/keys.alpha"), std::string::npos);
    const auto other = exportTensorboard(*openStoredRun(plain.path), "out");
    EXPECT_EQ(other[0].contents.find("settings/"), std::string::npos);
}

}  // namespace
}  // namespace orrery
