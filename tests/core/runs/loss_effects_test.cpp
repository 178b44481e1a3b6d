// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/loss_effects.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using test::TemporaryFolder;

TEST(LossEffects, AreReadAsTheyWereStored) {
    const TemporaryFolder run;
    EXPECT_FALSE(storedLossEffects(run.path()));
    storeLossEffects(run.path(), {900, 2000, {{1, 4, 0.125}, {0, 2, -0.5}}});
    const auto read = storedLossEffects(run.path());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->step, 900);
    EXPECT_EQ(read->tokens, 2000);
    ASSERT_EQ(read->effects.size(), 2U);
    EXPECT_EQ(read->effects[0].expert, 2);
    EXPECT_EQ(read->effects[0].change, -0.5);
    EXPECT_EQ(read->effects[1].layer, 1);
}

TEST(LossEffects, ThoseOfOneTextAndStepStayBesideEachOther) {
    const TemporaryFolder run;
    storeLossEffects(run.path(), {900, 2000, {{0, 1, 0.5}, {0, 2, 0.25}}});
    storeLossEffects(run.path(), {900, 2000, {{0, 2, 0.75}}});
    const auto both = storedLossEffects(run.path());
    ASSERT_TRUE(both);
    ASSERT_EQ(both->effects.size(), 2U);
    EXPECT_EQ(both->effects[1].change, 0.75);
    storeLossEffects(run.path(), {1000, 2000, {{0, 3, 1}}});
    ASSERT_EQ(storedLossEffects(run.path())->effects.size(), 1U);
}

TEST(LossEffects, WhatIsNoneIsAsIfThereWereNone) {
    const TemporaryFolder run;
    std::filesystem::create_directory(run.path() / "views");
    for (const char* text : {"", "{}", "{\"format\": 2}", "[1, 2]",
                             "{\"format\": 1, \"step\": 1, \"tokens\": 2, \"effects\": [[1, 2]]}",
                             "{\"format\": 1, \"step\": \"x\", \"tokens\": 2, \"effects\": []}"}) {
        std::ofstream(lossEffectsFile(run.path())) << text;
        EXPECT_FALSE(storedLossEffects(run.path())) << text;
    }
}

}  // namespace
}  // namespace orrery
