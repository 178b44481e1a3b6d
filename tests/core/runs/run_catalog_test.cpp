// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_catalog.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/runs/database/run_reader.h"
#include "core/runs/run_trash.h"
#include "tests/core/runs/run_support.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using test::makeRun;
using test::TemporaryFolder;

Progress ended(RunState state, std::int64_t step) {
    Progress result;
    result.state = state;
    result.step = step;
    result.total_steps = step;
    return result;
}

void train(const RunFolder& run, int steps) {
    RunDatabase database({run.databaseFile(), {}, {}});
    for (int step = 1; step <= steps; ++step)
        database.publish(test::scalars(step, 8.0 - 0.01 * step));
    database.publish(Scalars{steps, 0.5 * steps, {{"val/loss", 2.5}, {"val/bits_per_byte", 0.75}}});
    database.publish(ended(RunState::finished, steps));
}

std::vector<RunEntry> scan(RunCatalog& catalog, const std::filesystem::path& root,
                           std::vector<std::filesystem::path>* folders = nullptr) {
    std::vector<RunEntry> all;
    const auto found = catalog.scan(root, [&](std::vector<RunEntry> part) {
        all.insert(all.end(), part.begin(), part.end());
        return true;
    });
    if (folders) *folders = found;
    return all;
}

TEST(RunCatalog, FindsRunsInFoldersOfRunsWithCurveTagsAndNotes) {
    TemporaryFolder root;
    train(makeRun(root / "study/trials", "inner"), 300);
    const RunFolder outer = makeRun(root.path(), "outer");
    writeRunNotes(outer.path, {{"best", "long"}, "look at layer 2"});
    RunCatalog catalog;
    const auto entries = scan(catalog, root.path());
    ASSERT_EQ(entries.size(), 2U);
    const auto inner = std::ranges::find(entries, "inner",
                                         [](const RunEntry& entry) { return entry.summary.name; });
    ASSERT_NE(inner, entries.end());
    EXPECT_EQ(inner->group, "study/trials");
    EXPECT_EQ(inner->summary.bits_per_byte, 0.75);
    EXPECT_DOUBLE_EQ(inner->training_loss, 5.0);
    ASSERT_EQ(inner->curve.size(), 48U);
    EXPECT_FLOAT_EQ(inner->curve.front(), 7.99F);
    EXPECT_FLOAT_EQ(inner->curve.back(), 5.0F);
    const RunEntry& other = entries[inner == entries.begin() ? 1 : 0];
    EXPECT_EQ(other.group, "");
    EXPECT_EQ(other.notes.tags, (std::vector<std::string>{"best", "long"}));
    EXPECT_EQ(other.notes.text, "look at layer 2");
}

TEST(RunCatalog, GivesOutAgainOnlyWhatChanged) {
    TemporaryFolder root;
    const RunFolder run = makeRun(root.path(), "a");
    train(run, 10);
    RunCatalog catalog;
    EXPECT_EQ(scan(catalog, root.path()).size(), 1U);
    EXPECT_EQ(scan(catalog, root.path()).size(), 0U);
    writeRunNotes(run.path, {{"tag"}, ""});
    ASSERT_EQ(scan(catalog, root.path()).size(), 1U);
    EXPECT_EQ(scan(catalog, root.path()).size(), 0U);
    catalog.forget();
    EXPECT_EQ(scan(catalog, root.path()).size(), 1U);
}

TEST(RunCatalog, ADamagedRunHasAProblemAndDamagedNotesSayWhy) {
    TemporaryFolder root;
    const RunFolder run = makeRun(root.path(), "a");
    test::writeFile(run.databaseFile(), "no database at all, but long enough to be looked at");
    test::writeFile(run.notesFile(), "{");
    RunCatalog catalog;
    const auto entries = scan(catalog, root.path());
    ASSERT_EQ(entries.size(), 1U);
    EXPECT_NE(entries[0].summary.problem, "");
    EXPECT_NE(entries[0].notes.text.find("notes.json"), std::string::npos);
}

TEST(RunTrash, TakesARunOutOfTheListAndBack) {
    TemporaryFolder root;
    const RunFolder run = makeRun(root.path(), "a");
    RunCatalog catalog;
    const auto trashed = moveToTrash(run.path);
    std::vector<std::filesystem::path> folders;
    EXPECT_TRUE(scan(catalog, root.path(), &folders).empty());
    EXPECT_TRUE(folders.empty());
    EXPECT_TRUE(std::filesystem::exists(RunFolder{trashed}.databaseFile()));
    restoreFromTrash(trashed, run.path);
    EXPECT_EQ(scan(catalog, root.path()).size(), 1U);
    // Also when it was given out before it went.
    restoreFromTrash(moveToTrash(run.path), run.path);
    const auto again = moveToTrash(run.path);
    scan(catalog, root.path());
    restoreFromTrash(again, run.path);
    EXPECT_EQ(scan(catalog, root.path()).size(), 1U);
}

TEST(RunTrash, RefusesARunInUseAndAPlaceThatIsTaken) {
    TemporaryFolder root;
    const RunFolder run = makeRun(root.path(), "a");
    {
        RunLock lock(run);
        EXPECT_NE(test::errorOf([&] { moveToTrash(run.path); }).find("in use"), std::string::npos);
    }
    const auto trashed = moveToTrash(run.path);
    std::filesystem::create_directory(run.path);
    EXPECT_NE(test::errorOf([&] { restoreFromTrash(trashed, run.path); }).find("already"),
              std::string::npos);
    EXPECT_NE(test::errorOf([&] { moveToTrash(root / "gone"); }), "");
}

TEST(RunNotes, TagsAreSplitAndKeptOnce) {
    EXPECT_EQ(splitTags(" a, b c ,,a"), (std::vector<std::string>{"a", "b c"}));
    EXPECT_TRUE(splitTags(" , ").empty());
}

TEST(RunReader, SamplesAScalarByItsIndex) {
    TemporaryFolder root;
    const RunFolder run = makeRun(root.path(), "a");
    train(run, 1000);
    RunReader reader(run.databaseFile());
    EXPECT_EQ(reader.points("train/loss").size(), 1000U);
    const auto some = reader.sampled("train/loss", 11);
    ASSERT_EQ(some.size(), 11U);
    EXPECT_EQ(some.front().first, 1);
    EXPECT_NEAR(static_cast<double>(some[5].first), 500, 3);
    EXPECT_EQ(some.back().first, 1000);
    EXPECT_EQ(reader.sampled("train/loss", 5000).size(), 1000U);
    EXPECT_TRUE(reader.sampled("nothing", 10).empty());
    const auto times = reader.valuesAt("time/wall", {0, 10, 2000});
    EXPECT_TRUE(std::isnan(times[0]));
    EXPECT_EQ(times[1], 5.0);
    EXPECT_EQ(times[2], 500.0);
}

}  // namespace
}  // namespace orrery
