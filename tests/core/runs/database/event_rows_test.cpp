// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/database/event_rows.h"

#include <gtest/gtest.h>

#include <limits>
#include <memory>

#include "core/runs/database/run_schema.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

class EventRowsTest : public testing::Test {
protected:
    void put(std::int64_t number, const Event& event) { rows_->put(number, event, meta_); }
    std::int64_t count(const std::string& condition) {
        return database_.integer(("SELECT count(*) FROM " + condition).c_str());
    }

    test::TemporaryFolder folder_;
    SqliteConnection database_{folder_ / "run.db", SqliteMode::create};
    std::unique_ptr<EventRows> rows_ = [this] {
        prepareRunDatabase(database_);
        return std::make_unique<EventRows>(database_);
    }();
    MetaValues meta_;
};

TEST_F(EventRowsTest, ScalarsWithoutAClockGetTheTimeOfTheirEvent) {
    put(1, Scalars{3, 1.5, {{"train/loss", 2.25}}});
    put(2, Scalars{4, 9.0, {{"time/wall", 2.0}, {"train/loss", 2.125}}});
    EXPECT_EQ(count("scalars"), 4);
    EXPECT_EQ(count("scalars WHERE event = 1 AND name = 'time/wall' AND value = 1.5"), 1);
    EXPECT_EQ(count("scalars WHERE event = 2 AND name = 'time/wall' AND value = 2.0"), 1);
}

TEST_F(EventRowsTest, WhatIsNoNumberIsStoredAsNull) {
    put(1, Scalars{3, 0, {{"train/loss", std::numeric_limits<double>::quiet_NaN()}}});
    EXPECT_EQ(count("scalars WHERE name = 'train/loss' AND value IS NULL"), 1);
}

TEST_F(EventRowsTest, ValidationAndProgressAreSummedUpAndTheRestIsNot) {
    put(1, Scalars{3, 0, {{"train/loss", 2.5}, {"val/loss", 2.0625}}});
    EXPECT_EQ(meta_, (MetaValues{{"val/loss", "2.0625"}}));
    put(2, Scalars{4, 0, {{"val/loss", 0.1}, {"val/bits_per_byte", 1.5}}});
    EXPECT_EQ(meta_.at("val/loss"), "0.1") << "as short as it reads back to the same number";
    EXPECT_EQ(meta_.at("val/bits_per_byte"), "1.5");
    Progress progress;
    progress.step = 4;
    progress.total_steps = 10;
    put(3, progress);
    EXPECT_EQ(meta_.at("step"), "4");
    EXPECT_EQ(meta_.at("total_steps"), "10");
    EXPECT_FALSE(meta_.at("progress").empty());
    EXPECT_EQ(count("events"), 0) << "of progress only the newest counts";
}

TEST_F(EventRowsTest, AnEventThatComesAgainReplacesItsRows) {
    put(7, Usage{3, 1, {1, 2}});
    put(7, Usage{3, 1, {5, 6}});
    EXPECT_EQ(count("usage"), 1);
    put(8, Message{3, 0.5, Severity::error, "log", "first"});
    put(8, Message{3, 0.5, Severity::error, "log", "second"});
    EXPECT_EQ(count("events WHERE text = 'second' AND severity = 'error'"), 1);
    EXPECT_EQ(count("events"), 1);
}

TEST_F(EventRowsTest, WhatIsNotKnownOfASettingIsNull) {
    put(1, SettingChanged{2, 0.5, "keys.alpha", "0.02", {}, SettingOrigin::unknown});
    put(2, SettingChanged{3, 0.75, "keys.alpha", "0.05", "0.02", SettingOrigin::mailbox});
    EXPECT_EQ(count("settings WHERE previous IS NULL AND origin IS NULL"), 1);
    const NumberedEvents found = readSettings(database_, 0, 100, 10);
    ASSERT_EQ(found.size(), 2U);
    const auto& first = std::get<SettingChanged>(found[0].second);
    EXPECT_EQ(first.previous, "");
    EXPECT_EQ(first.origin, SettingOrigin::unknown);
    EXPECT_EQ(std::get<SettingChanged>(found[1].second).origin, SettingOrigin::mailbox);
}

TEST_F(EventRowsTest, SettingsAreReadBetweenTwoEventsAndUpToALimit) {
    for (const int event : {1, 2, 3, 4})
        put(event, SettingChanged{event, 0, "keys.beta", "0", "1", SettingOrigin::session});
    const NumberedEvents between = readSettings(database_, 1, 4, 10);
    ASSERT_EQ(between.size(), 2U) << "neither end is part of it";
    EXPECT_EQ(between[0].first, 2);
    EXPECT_EQ(between[1].first, 3);
    EXPECT_EQ(readSettings(database_, 0, 100, 3).size(), 3U);
}

TEST_F(EventRowsTest, RespawnedKeysAreOneEventALayerWhateverTheirNumber) {
    put(1, Respawned{2, 0.5, 0, {4, 1, 9}});
    put(2, Respawned{2, 0.5, 1, {0}});
    put(3, Respawned{6, 1.5, 0, {4}});
    EXPECT_EQ(count("respawns"), 5);
    const NumberedEvents all = readRespawns(database_, 0, 100, 10);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(std::get<Respawned>(all[0].second).experts, (std::vector<int>{1, 4, 9}));
    EXPECT_EQ(std::get<Respawned>(all[2].second).step, 6);
    const NumberedEvents two = readRespawns(database_, 0, 100, 2);
    ASSERT_EQ(two.size(), 2U) << "a limit counts events, not keys";
    EXPECT_EQ(std::get<Respawned>(two[1].second).experts, (std::vector<int>{0}));
    EXPECT_EQ(readRespawns(database_, 1, 3, 10).size(), 1U);
}

TEST_F(EventRowsTest, ADatabaseThatLacksATableIsAnErrorThatNamesItsFile) {
    database_.execute("DROP TABLE respawns");
    try {
        const EventRows rows(database_);
        FAIL() << "rows of a table that is not there";
    } catch (const SqliteError& error) {
        EXPECT_NE(std::string(error.what()).find("run.db"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace orrery
