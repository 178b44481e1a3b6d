// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_index.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/runs/run_support.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using test::makeRun;
using test::TemporaryFolder;

Progress progress(RunState state, std::int64_t step) {
    Progress result;
    result.state = state;
    result.step = step;
    result.total_steps = 100;
    return result;
}

TEST(RunIndex, ListsNewestFirstWithStateStepAndLosses) {
    TemporaryFolder folder;
    const RunFolder old_run = makeRun(folder.path(), "old");
    const RunFolder new_run = makeRun(folder.path(), "young");
    {
        RunDatabase database({old_run.databaseFile(), {}, {}});
        database.publish(progress(RunState::finished, 100));
        database.publish(Scalars{90, 0, {{"val/loss", 3.0}, {"val/bits_per_byte", 1.0}}});
        database.publish(Scalars{100, 0, {{"val/loss", 2.5}, {"val/bits_per_byte", 0.75}}});
        RunDatabase second({new_run.databaseFile(), {}, {}});
        second.setMeta("created", "2026-11-28T10:00:00+0100");
    }
    const auto runs = listRuns(folder.path());
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs[0].name, "young");
    EXPECT_TRUE(std::isnan(runs[0].validation_loss));
    EXPECT_EQ(runs[1].name, "old");
    EXPECT_EQ(runs[1].state, RunState::finished);
    EXPECT_EQ(runs[1].step, 100);
    EXPECT_EQ(runs[1].total_steps, 100);
    EXPECT_EQ(runs[1].validation_loss, 2.5);
    EXPECT_EQ(runs[1].bits_per_byte, 0.75);
}

TEST(RunIndex, ARunWhoseWriterIsGoneIsInterrupted) {
    TemporaryFolder folder;
    const RunFolder run = makeRun(folder.path(), "a");
    test::ChildProcess writer([&](const std::function<void()>& ready) {
        RunLock lock(run);
        RunDatabase database({run.databaseFile(), {}, {}});
        database.publish(progress(RunState::running, 12));
        database.flush();
        ready();
        ::pause();
    });
    ASSERT_TRUE(writer.ready());
    EXPECT_EQ(listRuns(folder.path()).at(0).state, RunState::running);
    writer.kill();
    const auto runs = listRuns(folder.path());
    EXPECT_EQ(runs.at(0).state, RunState::interrupted);
    EXPECT_EQ(runs.at(0).step, 12);
}

TEST(RunIndex, DamagedRunsSayWhyAndOtherFoldersAreLeftOut) {
    TemporaryFolder folder;
    std::filesystem::create_directories(folder / "pictures");
    test::writeFile(folder / "file.txt", "x");
    const RunFolder torn = makeRun(folder.path(), "torn");
    test::writeFile(torn.databaseFile(), "not a database" + std::string(500, '.'));
    const RunFolder empty = makeRun(folder.path(), "empty");
    std::filesystem::remove(empty.databaseFile());
    const auto runs = listRuns(folder.path());
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_NE(runs[0].problem, "");
    EXPECT_NE(runs[1].problem, "");
}

TEST(RunIndex, AMissingFolderHasNoRuns) {
    TemporaryFolder folder;
    EXPECT_TRUE(listRuns(folder / "none").empty());
}

}  // namespace
}  // namespace orrery
