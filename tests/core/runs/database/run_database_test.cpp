// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/database/run_database.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>

#include "core/events/event_text.h"
#include "core/runs/database/run_reader.h"
#include "tests/core/runs/run_support.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using namespace std::chrono_literals;
using test::errorOf;
using test::makeRun;
using test::oneOfEach;
using test::scalars;
using test::TemporaryFolder;

std::vector<std::int64_t> scalarSteps(const std::filesystem::path& file) {
    std::vector<std::int64_t> steps;
    for (const Event& event : RunReader(file).poll(1'000'000)) {
        if (const auto* found = std::get_if<Scalars>(&event)) steps.push_back(found->step);
    }
    return steps;
}

TEST(RunDatabase, GivesBackEveryKindOfEventInOrder) {
    TemporaryFolder folder;
    RunDatabase database({folder / "run.db", {}, {}});
    const std::vector<Event> written = oneOfEach();
    for (const Event& event : written)
        database.publish(event);
    ASSERT_TRUE(database.flush());

    const std::vector<Event> read = RunReader(folder / "run.db").poll(100);
    ASSERT_EQ(read.size(), written.size());
    for (std::size_t i = 0; i < read.size(); ++i)
        EXPECT_EQ(read[i].index(), written[i].index());
    EXPECT_EQ(std::get<Scalars>(read[0]).values, std::get<Scalars>(written[0]).values);
    EXPECT_EQ(std::get<Scalars>(read[0]).time, 0.5);
    EXPECT_EQ(std::get<Usage>(read[1]).counts, (std::vector<double>{4, 0, 12}));
    EXPECT_EQ(std::get<SharedKeys>(read[2])->keys, std::get<SharedKeys>(written[2])->keys);
    EXPECT_EQ(std::get<SharedKeys>(read[2])->usage, std::get<SharedKeys>(written[2])->usage);
    EXPECT_EQ(std::get<ExpertTokens>(read[3]).experts, std::get<ExpertTokens>(written[3]).experts);
    EXPECT_EQ(std::get<Message>(read[4]).text, std::get<Message>(written[4]).text);
    EXPECT_EQ(std::get<Message>(read[4]).severity, Severity::warning);
    const auto& change = std::get<SettingChanged>(read[5]);
    EXPECT_EQ(change.step, 1);
    EXPECT_EQ(change.time, 0.5);
    EXPECT_EQ(change.key, "keys.alpha");
    EXPECT_EQ(change.value, "0.02");
    EXPECT_EQ(change.previous, "0.01");
    EXPECT_EQ(change.origin, SettingOrigin::mailbox);
    EXPECT_EQ(std::get<Respawned>(read[6]).layer, 1);
    EXPECT_EQ(std::get<Respawned>(read[6]).experts, (std::vector<int>{0, 2}));
    EXPECT_EQ(std::get<Trace>(read[7]).gates, std::get<Trace>(written[7]).gates);
    EXPECT_EQ(std::get<Trace>(read[7]).pieces, std::get<Trace>(written[7]).pieces);
}

/// Asks again and again; false when it did not come true in a minute.
bool eventually(const std::function<bool()>& true_now) {
    bool yes = true_now();
    for (int round = 0; round < 6000 && !yes; ++round, yes = true_now())
        std::this_thread::sleep_for(10ms);
    return yes;
}

TEST(RunDatabase, ValuesThatAreNotFiniteComeBackAsTheyWere) {
    TemporaryFolder folder;
    const double infinity = std::numeric_limits<double>::infinity();
    {
        RunDatabase database({folder / "run.db", {}, {}});
        database.publish(Scalars{1, 0, {{"a", std::nan("")}, {"b", -infinity}, {"time/wall", 0}}});
    }
    const auto values = std::get<Scalars>(RunReader(folder / "run.db").poll(10).at(0)).values;
    EXPECT_TRUE(std::isnan(values.at(0).second));
    EXPECT_EQ(values.at(1).second, -infinity);
}

TEST(RunDatabase, AReaderSeesRowsSoonWhileTheWriterGoesOn) {
    TemporaryFolder folder;
    RunDatabase database({folder / "run.db", {}, {}});
    RunReader reader(folder / "run.db");
    for (std::int64_t step = 1; step <= 3; ++step) {
        database.publish(scalars(step, 1.0));
        std::vector<Event> events;
        ASSERT_TRUE(eventually([&] {
            events = reader.poll(100);
            return !events.empty();
        }));
        ASSERT_EQ(events.size(), 1U);
        EXPECT_EQ(std::get<Scalars>(events[0]).step, step);
    }
}

TEST(RunDatabase, AKilledWriterLosesAtMostTheLastSecond) {
    TemporaryFolder folder;
    const auto write = [&](const std::function<void()>& ready) {
        RunDatabase database({folder / "run.db", {}, {}});
        for (std::int64_t step = 1;; ++step) {
            database.publish(scalars(step, 2.0));
            std::this_thread::sleep_for(5ms);
            if (step == 1) ready();
        }
    };
    test::ChildProcess writer(write);
    ASSERT_TRUE(writer.ready());
    // It writes by itself, and again.
    std::vector<std::int64_t> seen_alive;
    const auto more = [&] {
        const std::size_t before = seen_alive.size();
        seen_alive = scalarSteps(folder / "run.db");
        return seen_alive.size() > before;
    };
    ASSERT_TRUE(eventually(more));
    ASSERT_TRUE(eventually(more));
    writer.kill();
    const auto steps = scalarSteps(folder / "run.db");
    EXPECT_GE(steps.size(), seen_alive.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        EXPECT_EQ(steps[i], static_cast<std::int64_t>(i) + 1);
    }
    RunDatabase again({folder / "run.db", {}, {}});
    EXPECT_TRUE(again.flush());
}

TEST(RunDatabase, ResumingRemovesWhatLiesBeyondTheStepAndSaysSo) {
    TemporaryFolder folder;
    {
        RunDatabase database({folder / "run.db", {}, {}});
        for (std::int64_t step = 1; step <= 6; ++step) {
            database.publish(scalars(step, 10.0));
            database.publish(test::keySnapshot(step, 0));
            database.publish(Usage{step, 0, {1, 1}});
            database.publish(Message{step, 0, Severity::info, "log", "step"});
        }
        database.publish(Scalars{4, 0, {{"val/loss", 4.5}}});
        database.publish(Scalars{6, 0, {{"val/loss", 6.5}}});
        database.publish(SettingChanged{5, 0, "keys.alpha", "0.02", "", {}});
        database.publish(Respawned{4, 0, 0, {1}});
        database.publish(Respawned{5, 0, 0, {0}});
    }
    std::int64_t before = 0;
    {
        RunReader reader(folder / "run.db");
        before = std::stoll(reader.meta().at("next_event"));
        EXPECT_EQ(reader.meta().at("val/loss"), "6.5");
    }
    RunDatabase database({folder / "run.db", 4, {}});
    database.publish(scalars(5, 20.0));
    ASSERT_TRUE(database.flush());

    RunReader reader(folder / "run.db");
    EXPECT_EQ(reader.keySteps(0), (std::vector<std::int64_t>{1, 2, 3, 4}));
    EXPECT_EQ(reader.meta().at("val/loss"), "4.5");
    EXPECT_GE(std::stoll(reader.meta().at("live_from")), before);
    const auto settings = reader.settings();
    ASSERT_EQ(settings.size(), 1U);
    EXPECT_EQ(settings[0].step, 5);
    EXPECT_EQ(settings[0].key, "keys.alpha");
    EXPECT_EQ(settings[0].value, "0.02");
    std::vector<std::int64_t> steps, respawns;
    int said = 0;
    for (const Event& event : reader.poll(1000)) {
        if (const auto* found = std::get_if<Scalars>(&event)) steps.push_back(found->step);
        if (const auto* found = std::get_if<Respawned>(&event)) respawns.push_back(found->step);
        const auto* message = std::get_if<Message>(&event);
        if (message != nullptr && message->text.find("Resumed at step 4") == 0) ++said;
    }
    EXPECT_EQ(steps, (std::vector<std::int64_t>{1, 2, 3, 4, 4, 5}));
    EXPECT_EQ(respawns, std::vector<std::int64_t>{4});
    EXPECT_EQ(said, 1);
}

TEST(RunDatabase, AFullDiskIsReportedAndNothingIsLostOnceThereIsSpace) {
    TemporaryFolder folder;
    test::SmallDisk disk(folder / "disk", "600k");
    if (!disk.mounted()) GTEST_SKIP() << "a small disk can't be mounted here (needs root)";
    const std::filesystem::path file = folder / "disk" / "run.db";
    std::mutex mutex;
    std::vector<std::string> problems;
    RunDatabase database({file, {}, [&](const std::string& problem) {
                              std::lock_guard lock(mutex);
                              problems.push_back(problem);
                          }});
    ASSERT_TRUE(database.flush());
    test::writeFile(folder / "disk" / "filler", std::string(420'000, 'x'));
    for (std::int64_t step = 1; step <= 5000; ++step)
        database.publish(scalars(step, 1.0));
    EXPECT_FALSE(database.flush());
    {
        std::lock_guard lock(mutex);
        ASSERT_FALSE(problems.empty());
        EXPECT_NE(problems[0].find("no space left"), std::string::npos) << problems[0];
    }
    std::filesystem::remove(folder / "disk" / "filler");
    ASSERT_EQ(::mount("none", (folder / "disk").c_str(), "tmpfs", MS_REMOUNT, "size=8m"), 0);
    EXPECT_TRUE(database.flush());
    EXPECT_EQ(problems.back(), "");
    EXPECT_EQ(scalarSteps(file).size(), 5000U);
}

TEST(RunDatabase, ForeignFilesAreRefusedAndLeftAsTheyAre) {
    TemporaryFolder folder;
    test::writeFile(
        folder / "text",
        "This is no database, but a text that is long enough to be one " + std::string(2000, '.'));
    {
        SqliteConnection other(folder / "other", SqliteMode::create);
        other.execute("CREATE TABLE scalars(a)");
        SqliteConnection newer(folder / "newer", SqliteMode::create);
        newer.execute("PRAGMA application_id = 1332900473");
        newer.execute("PRAGMA user_version = 99");
        newer.execute("CREATE TABLE a(b)");
    }
    const std::string before = test::readFile(folder / "text");
    for (const char* name : {"text", "other", "newer"}) {
        const auto file = folder / name;
        EXPECT_NE(errorOf([&] { RunDatabase({file, {}, {}}); }), "") << name;
        EXPECT_NE(errorOf([&] { RunReader reader(file); }), "") << name;
    }
    EXPECT_NE(errorOf([&] { RunReader reader(folder / "newer"); }).find("newer Orrery"),
              std::string::npos);
    EXPECT_NE(errorOf([&] { RunReader reader(folder / "none"); }).find("can't be opened"),
              std::string::npos);
    EXPECT_EQ(test::readFile(folder / "text"), before);
}

TEST(RunDatabase, CutOffFilesAreRefused) {
    TemporaryFolder folder;
    {
        RunDatabase database({folder / "run.db", {}, {}});
        for (std::int64_t step = 1; step <= 2000; ++step)
            database.publish(scalars(step, 1.0));
    }
    const std::string whole = test::readFile(folder / "run.db");
    for (const std::size_t size : {std::size_t{50}, std::size_t{4096}, whole.size() / 2,
                                   whole.size() - 4096, whole.size() - 1}) {
        test::writeFile(folder / "cut.db", whole.substr(0, size));
        const std::string message = errorOf([&] { RunReader(folder / "cut.db").poll(1'000'000); });
        EXPECT_NE(message, "") << size << " of " << whole.size() << " bytes";
    }
    std::string scribbled = whole;
    for (std::size_t i = whole.size() / 2; i < whole.size(); ++i)
        scribbled[i] = 'x';
    test::writeFile(folder / "scribbled.db", scribbled);
    EXPECT_NE(errorOf([&] { RunReader(folder / "scribbled.db").poll(1'000'000); }), "");
}

TEST(RunReader, ReadsARunOnAReadOnlyDisk) {
    TemporaryFolder folder;
    test::SmallDisk disk(folder / "disk", "4m");
    if (!disk.mounted()) GTEST_SKIP() << "a small disk can't be mounted here (needs root)";
    const auto file = folder / "disk" / "run.db";
    {
        RunDatabase database({file, {}, {}});
        database.publish(scalars(1, 1.0));
    }
    ASSERT_TRUE(disk.makeReadOnly());
    EXPECT_EQ(scalarSteps(file).size(), 1U);
    EXPECT_NE(errorOf([&] { RunDatabase({file, {}, {}}); }), "");
}

TEST(RunReader, ReadsARunOnAFullDisk) {
    TemporaryFolder folder;
    test::SmallDisk disk(folder / "disk", "2m");
    if (!disk.mounted()) GTEST_SKIP() << "a small disk can't be mounted here (needs root)";
    const auto whole = folder / "disk" / "whole.db";
    {
        RunDatabase database({whole, {}, {}});
        database.publish(scalars(1, 1.0));
    }
    const auto cut = folder / "disk" / "run.db";
    test::ChildProcess writer([&](const std::function<void()>& ready) {
        RunDatabase database({cut, {}, {}});
        for (std::int64_t step = 1; step <= 3; ++step)
            database.publish(scalars(step, 1.0));
        database.flush();
        ready();
        ::pause();
    });
    ASSERT_TRUE(writer.ready());
    writer.kill();
    std::filesystem::remove(folder / "disk" / "run.db-shm");
    ASSERT_GT(std::filesystem::file_size(folder / "disk" / "run.db-wal"), 0U);
    disk.fill();
    EXPECT_EQ(scalarSteps(whole).size(), 1U);
    EXPECT_EQ(scalarSteps(cut).size(), 3U) << "rows of the log count";
    for (const auto& file : {whole, cut})
        EXPECT_NE(errorOf([&] {
                      RunDatabase({file, {}, {}});
                  }).find("no space left"),
                  std::string::npos)
            << errorOf([&] {
                   RunDatabase({file, {}, {}});
               });
    EXPECT_EQ(scalarSteps(cut).size(), 3U);
}

TEST(RunReader, SettingsComeByStepWithoutThoseThatWereReplaced) {
    TemporaryFolder folder;
    const auto set = [](std::int64_t step, const std::string& key, const std::string& value) {
        return SettingChanged{step, 0, key, value, "", {}};
    };
    {
        RunDatabase database({folder / "run.db", {}, {}});
        database.publish(set(15, "keys.alpha", "0.5"));
        database.publish(set(18, "keys.beta", "0.25"));
        database.publish(set(12, "keys.alpha", "0.125"));
        database.publish(Message{13, 0, Severity::error, "set", "keys.alpha = is refused"});
    }
    const auto settings = RunReader(folder / "run.db").settings();
    ASSERT_EQ(settings.size(), 2U);
    EXPECT_EQ(settings[0].step, 12);
    EXPECT_EQ(settings[0].value, "0.125");
    EXPECT_EQ(settings[1].key, "keys.beta");
}

TEST(RunReader, DamagedRowsAreLeftOutAndSaidOnce) {
    TemporaryFolder folder;
    const auto file = folder / "run.db";
    {
        RunDatabase database({file, {}, {}});
        for (std::int64_t step = 1; step <= 4; ++step) {
            database.publish(scalars(step, 1.0));
            for (int layer = 0; layer < 2; ++layer)
                database.publish(test::keySnapshot(step, layer));
        }
        database.publish(Usage{4, 0, {1, 2}});
        database.publish(oneOfEach().back());  // a trace
    }
    {
        SqliteConnection raw(file, SqliteMode::write);
        raw.execute("UPDATE keys SET keys = x'0011' WHERE step = 4 AND layer = 0");
        raw.execute("UPDATE keys SET usage = 'text' WHERE step = 2 AND layer = 1");
        raw.execute("UPDATE usage SET counts = x'001122'");
        raw.execute("UPDATE events SET text = '{\"step\": 1' WHERE kind = 'trace'");
    }
    RunReader reader(file);
    std::vector<Event> events;
    for (auto piece = reader.poll(3); !piece.empty(); piece = reader.poll(3))
        events.insert(events.end(), piece.begin(), piece.end());
    std::size_t seen = 0;
    std::vector<std::string> warnings;
    std::map<int, std::int64_t> newest;
    for (const Event& event : events) {
        if (std::get_if<Scalars>(&event) != nullptr) ++seen;
        if (const auto* keys = std::get_if<SharedKeys>(&event))
            newest[(*keys)->layer] = (*keys)->step;
        const auto* message = std::get_if<Message>(&event);
        if (message == nullptr || message->severity != Severity::warning) continue;
        warnings.push_back(message->text);
    }
    EXPECT_EQ(seen, 4U);
    EXPECT_EQ(newest, (std::map<int, std::int64_t>{{0, 3}, {1, 4}}));
    ASSERT_EQ(warnings.size(), 2U);
    EXPECT_NE(warnings[0].find("skipped: 3, the first of step 2"), std::string::npos)
        << warnings[0];
    EXPECT_NE(warnings[1].find("corrupt trace"), std::string::npos) << warnings[1];
    EXPECT_EQ(reader.keySteps(0), (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_FALSE(reader.keysAt(0, 4));
}

TEST(RunReader, PollsInPiecesWithoutLossOrRepetition) {
    TemporaryFolder folder;
    {
        RunDatabase database({folder / "run.db", {}, {}});
        for (std::int64_t step = 1; step <= 10; ++step) {
            database.publish(scalars(step, 1.0));
            database.publish(Message{step, 0, Severity::info, "log", "text"});
        }
    }
    RunReader reader(folder / "run.db");
    std::vector<std::size_t> kinds;
    for (auto events = reader.poll(3); !events.empty(); events = reader.poll(3)) {
        EXPECT_LE(events.size(), 3U);
        for (const Event& event : events)
            kinds.push_back(event.index());
    }
    ASSERT_EQ(kinds.size(), 20U);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        EXPECT_EQ(kinds[i], i % 2 == 0 ? Event(Scalars{}).index() : Event(Message{}).index());
    }
}

TEST(EventText, StatesAndSeveritiesHaveNames) {
    for (int i = 0; i < 8; ++i) {
        const auto state = static_cast<RunState>(i);
        EXPECT_EQ(parseState(stateName(state)), state);
    }
    EXPECT_EQ(parseState("dancing"), std::nullopt);
    EXPECT_EQ(parseSeverity("error"), Severity::error);
    EXPECT_EQ(parseSeverity(severityName(Severity::warning)), Severity::warning);
}

TEST(EventText, ProgressSurvivesAndDamageIsAnError) {
    Progress progress;
    progress.state = RunState::paused;
    progress.phase = "Training";
    progress.loss = std::nan("");
    progress.step = 12;
    progress.device = "cuda:1";
    progress.memory_total = 80'000'000'000;
    std::string text = toJson(progress);
    const Progress read = progressFromJson(text);
    EXPECT_EQ(read.device, "cuda:1");
    EXPECT_EQ(read.memory_total, 80'000'000'000);
    // Runs of older versions say nothing of them.
    for (const char* part : {",\"memory_total\":80000000000", ",\"device\":\"cuda:1\""})
        if (const auto at = text.find(part); at != std::string::npos)
            text.erase(at, std::string(part).size());
        else
            text.erase(text.find(part + 1), std::string(part).size());
    EXPECT_EQ(progressFromJson(text).device, "");
    EXPECT_EQ(progressFromJson(text).memory_total, 0);
    EXPECT_EQ(read.state, RunState::paused);
    EXPECT_EQ(read.phase, "Training");
    EXPECT_EQ(read.step, 12);
    EXPECT_THROW(progressFromJson("{\"state\":"), Error);
    EXPECT_THROW(traceFromJson("{}"), Error);
    std::string trace = toJson(std::get<Trace>(oneOfEach().back()));
    EXPECT_NO_THROW(traceFromJson(trace));
    trace.replace(trace.find("\"top_k\":2"), 9, "\"top_k\":3");
    EXPECT_THROW(traceFromJson(trace), Error);
    EXPECT_THROW(expertTokensFromJson("[1]"), Error);
}

TEST(RunDatabase, ACurveIsReadFromTheIndexAlone) {
    TemporaryFolder root;
    const RunFolder folder = makeRun(root.path(), "a");
    SqliteConnection connection(folder.databaseFile(), SqliteMode::read);
    SqliteStatement plan(
        connection,
        "EXPLAIN QUERY PLAN SELECT step, value FROM scalars WHERE name = 'a' ORDER BY step");
    ASSERT_TRUE(plan.next());
    EXPECT_NE(plan.text(3).find("COVERING INDEX"), std::string::npos) << plan.text(3);
}

}  // namespace
}  // namespace orrery
