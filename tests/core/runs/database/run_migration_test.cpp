// SPDX-License-Identifier: GPL-3.0-or-later
// format1.db is the database of a run of version 0.1.0 that was killed at step 18: twelve keys were
// respawned at each sixth step, and two settings changed at step 10.
#include "core/runs/database/run_migration.h"

#include <gtest/gtest.h>

#include <tuple>

#include "core/events/event_text.h"
#include "core/runs/database/run_reader.h"
#include "core/runs/run_source.h"
#include "tests/core/runs/run_support.h"
#include "tests/support/source_folder.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using test::TemporaryFolder;

/// A run folder that holds the old database.
RunFolder oldRun(const TemporaryFolder& folder) {
    const RunFolder run = createRunFolder(folder.path(), "old");
    Config config;
    config.model.num_layers = 2;
    config.model.d_model = 16;
    config.some.num_experts = 6;
    writeRunConfig(run, config, {"2026-11-29T03:29:09+0000", "cpu", ""});
    std::filesystem::copy_file(test::sourceFolder() / "tests/core/runs/database/format1.db",
                               run.databaseFile());
    return run;
}

std::int64_t formatOf(const RunFolder& run) {
    return SqliteConnection(run.databaseFile(), SqliteMode::read).integer("PRAGMA user_version");
}

std::vector<Event> polled(RunReader& reader, std::size_t limit) {
    std::vector<Event> events;
    for (auto piece = reader.poll(limit); !piece.empty(); piece = reader.poll(limit))
        events.insert(events.end(), piece.begin(), piece.end());
    return events;
}

/// Its changes, and no sentence that tells of them again.
void expectItsChanges(const std::vector<Event>& events) {
    std::vector<std::tuple<std::int64_t, std::string, std::string>> settings;
    std::vector<std::pair<std::int64_t, int>> respawns;
    for (const Event& event : events) {
        if (const auto* change = std::get_if<SettingChanged>(&event)) {
            settings.emplace_back(change->step, change->key, change->value);
            EXPECT_EQ(change->previous, "");
            EXPECT_EQ(change->origin, SettingOrigin::unknown);
            EXPECT_NEAR(change->time, 1.3747, 1e-3);
        }
        if (const auto* respawned = std::get_if<Respawned>(&event)) {
            respawns.emplace_back(respawned->step, respawned->layer);
            EXPECT_EQ(respawned->experts, (std::vector<int>{0, 1, 2, 3, 4, 5}));
        }
        if (const auto* message = std::get_if<Message>(&event)) {
            EXPECT_NE(message->kind, "set");
            EXPECT_NE(message->kind, "respawn");
        }
    }
    using Settings = decltype(settings);
    EXPECT_EQ(settings,
              (Settings{{10, "keys.delta", "0.2"}, {10, "train.learning_rate", "0.002"}}));
    using Respawns = decltype(respawns);
    EXPECT_EQ(respawns, (Respawns{{6, 0}, {6, 1}, {12, 0}, {12, 1}, {18, 0}, {18, 1}}));
}

TEST(Format1, IsReadAsTheRunsOfTodayAre) {
    TemporaryFolder folder;
    const RunFolder run = oldRun(folder);
    RunReader reader(run.databaseFile());
    const auto all = polled(reader, 1'000'000);
    expectItsChanges(all);
    RunReader again(run.databaseFile());
    EXPECT_EQ(polled(again, 1).size(), all.size()) << "in pieces, too";
    const auto settings = reader.settings();
    ASSERT_EQ(settings.size(), 2U);
    EXPECT_EQ(settings[1].key, "train.learning_rate");
    EXPECT_EQ(settings[1].value, "0.002");
    expectItsChanges(openStoredRun(run.path)->poll());
    EXPECT_EQ(formatOf(run), 1) << "reading changes nothing";
}

TEST(Format1, IsReadFromAReadOnlyDisk) {
    TemporaryFolder folder;
    test::SmallDisk disk(folder / "disk", "4m");
    if (!disk.mounted()) GTEST_SKIP() << "a small disk can't be mounted here (needs root)";
    std::filesystem::copy_file(test::sourceFolder() / "tests/core/runs/database/format1.db",
                               folder / "disk" / "run.db");
    ASSERT_TRUE(disk.makeReadOnly());
    RunReader reader(folder / "disk" / "run.db");
    expectItsChanges(polled(reader, 1'000'000));
    EXPECT_EQ(reader.settings().size(), 2U);
}

TEST(Format1, IsUpgradedWhenItIsOpenedForWriting) {
    TemporaryFolder folder;
    const RunFolder run = oldRun(folder);
    std::size_t before = 0;
    {
        RunReader reader(run.databaseFile());
        before = polled(reader, 1'000'000).size();
    }
    {
        RunDatabase database({run.databaseFile(), {}, {}});
        database.publish(SettingChanged{18, 3, "keys.delta", "0.1", "0.2", SettingOrigin::session});
        ASSERT_TRUE(database.flush());
    }
    EXPECT_EQ(formatOf(run), 2);
    SqliteConnection raw(run.databaseFile(), SqliteMode::read);
    EXPECT_EQ(raw.integer("SELECT count(*) FROM settings"), 3);
    EXPECT_EQ(raw.integer("SELECT count(*) FROM respawns"), 36);
    EXPECT_EQ(raw.integer("SELECT count(*) FROM events WHERE kind IN ('set', 'respawn')"), 0);
    RunReader reader(run.databaseFile());
    auto events = polled(reader, 1'000'000);
    ASSERT_EQ(events.size(), before + 1);
    EXPECT_EQ(std::get<SettingChanged>(events.back()).previous, "0.2");
    events.pop_back();
    expectItsChanges(events);
    EXPECT_EQ(reader.settings().size(), 3U);
}

TEST(Format1, RewindingKeepsSettingsAndNoLaterRespawns) {
    TemporaryFolder folder;
    const RunFolder run = oldRun(folder);
    RunDatabase({run.databaseFile(), 6, {}}).flush();
    SqliteConnection raw(run.databaseFile(), SqliteMode::read);
    EXPECT_EQ(raw.integer("SELECT count(*) FROM settings WHERE step = 10"), 2);
    EXPECT_EQ(raw.integer("SELECT max(step) FROM respawns"), 6);
}

TEST(Format1, SentencesOfOtherKindsStayMessages) {
    const auto kept = [](Severity severity, const char* kind, const char* text) {
        const auto events = eventsOfFormat1({7, 0, severity, kind, text});
        return events.size() == 1 && std::holds_alternative<Message>(events[0]);
    };
    EXPECT_TRUE(kept(Severity::error, "set", "keys.alpha = is refused"));
    EXPECT_TRUE(kept(Severity::info, "set", "keys.alpha was changed"));
    EXPECT_TRUE(kept(Severity::info, "log", "Set again, as at step 3: keys.alpha = 0.5"));
    EXPECT_TRUE(kept(Severity::info, "log", "layer 0: 3"));
    EXPECT_TRUE(kept(Severity::info, "respawn", "layer x: 3; layer 1 4; layer "));
}

}  // namespace
}  // namespace orrery
