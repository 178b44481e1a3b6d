// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_comparison.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/runs/run_notes.h"
#include "tests/core/runs/run_support.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using test::makeRun;
using test::TemporaryFolder;

RunIdentity identity(const std::string& name) {
    RunIdentity run;
    run.name = run.config.name = name;
    run.version = "0.1.0";
    run.corpus_hash = "abc";
    run.device = "cpu";
    return run;
}

TEST(RunComparison, ListsNestedKeysVersionAndDataThatDifferAndNothingElse) {
    RunIdentity a = identity("a"), b = identity("b");
    EXPECT_TRUE(differencesOf({a, b}).empty());
    b.config.keys.alpha = 0.5;
    b.config.model.num_layers = 7;
    b.version = "0.2.0";
    b.corpus_hash = "def";
    const auto rows = differencesOf({a, b, a});
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[0].key, "model.num_layers");
    EXPECT_EQ(rows[0].values[1], "7");
    EXPECT_EQ(rows[0].values[0], rows[0].values[2]);
    EXPECT_EQ(rows[1].key, "keys.alpha");
    EXPECT_EQ(rows[1].values[1], "0.5");
    EXPECT_EQ(rows[2].key, "program version");
    EXPECT_EQ(rows[3].key, "corpus sha256");
}

TEST(RunComparison, CommitAndHostAreNoRecipeButTold) {
    RunIdentity a = identity("a"), b = identity("b");
    a.host = "node1";
    b.host = "node2";
    a.git_commit = "3f09123ab4cd";
    EXPECT_EQ(recipeOf(a), recipeOf(b));
    const auto rows = differencesOf({a, b});
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].key, "git commit");
    EXPECT_EQ(rows[1].key, "host");
    EXPECT_EQ(rows[1].values, (std::vector<std::string>{"node1", "node2"}));
}

TEST(RunComparison, AShortNameIsTheRunsName) {
    TemporaryFolder root;
    const RunFolder run = makeRun(root.path(), "a");
    writeRunNotes(run.path, {{}, "", "wide", "baseline", 3});
    const RunIdentity identity = readIdentity(run.path, {});
    EXPECT_EQ(identity.name, "wide");
    EXPECT_EQ(identity.group, "baseline");
    EXPECT_EQ(readRunNotes(run.path).color, 3);
}

TEST(RunComparison, ARecipeIsEverythingButNameAndSeed) {
    RunIdentity a = identity("a"), b = identity("b");
    b.config.train.seed = a.config.train.seed + 1;
    EXPECT_EQ(recipeOf(a), recipeOf(b));
    b.config.keys.beta = 0.25;
    EXPECT_NE(recipeOf(a), recipeOf(b));
    b = a;
    b.corpus_hash = "other";
    EXPECT_EQ(recipeOf(a), recipeOf(b)) << "as another seed may have drawn it";
    b.version = "9";
    EXPECT_NE(recipeOf(a), recipeOf(b));
}

TEST(RunComparison, ReadsACurveWholeOrInPartBesideTokensAndSeconds) {
    TemporaryFolder root;
    const RunFolder run = makeRun(root.path(), "a");
    {
        RunDatabase database({run.databaseFile(), {}, {}});
        for (int step = 1; step <= 400; ++step) {
            Scalars scalars = test::scalars(step, 1.0 / step);
            scalars.values.emplace_back("train/real_tokens", 100.0 * step);
            database.publish(scalars);
        }
        database.publish(Scalars{200, 100, {{"val/loss", 2}}});
    }
    const RunCurve whole = readCurve(run.path, "train/loss");
    ASSERT_EQ(whole.values.size(), 400U);
    EXPECT_FALSE(whole.sampled);
    EXPECT_EQ(whole.tokens[9], 1000.0);
    EXPECT_EQ(whole.seconds[9], 5.0);
    const RunCurve part = readCurve(run.path, "train/loss", 20);
    ASSERT_EQ(part.values.size(), 20U);
    EXPECT_TRUE(part.sampled);
    EXPECT_EQ(part.tokens.back(), 40'000.0);
    EXPECT_EQ(readCurve(run.path, "val/loss").seconds, std::vector<double>{100.0});
    EXPECT_TRUE(readCurve(run.path, "nothing").values.empty());
}

TEST(RunComparison, WithoutCountedTokensFullBatchesAreTaken) {
    TemporaryFolder root;
    const RunFolder run = makeRun(root.path(), "a");
    {
        RunDatabase database({run.databaseFile(), {}, {}});
        database.publish(test::scalars(3, 2));
    }
    const Config config = readRunConfig(run);
    EXPECT_EQ(readCurve(run.path, "train/loss").tokens[0],
              3.0 * static_cast<double>(config.train.batch_size * config.model.seq_len));
}

TEST(RunComparison, AnIdentityHoldsTheLastValues) {
    TemporaryFolder root;
    const RunFolder run = makeRun(root.path(), "a");
    {
        RunDatabase database({run.databaseFile(), {}, {}});
        database.setMeta("program_version", "9");
        database.setMeta("corpus_hash", "f00");
        database.publish(test::scalars(1, 3));
        database.publish(test::scalars(2, 2));
    }
    const RunIdentity found = readIdentity(run.path, {"train/loss", "val/loss"});
    EXPECT_EQ(found.version, "9");
    EXPECT_EQ(found.corpus_hash, "f00");
    EXPECT_EQ(found.finals.at("train/loss"), 2.0);
    EXPECT_TRUE(std::isnan(found.finals.at("val/loss")));
    EXPECT_EQ(found.scalars, std::vector<std::string>({"time/wall", "train/loss"}));
    EXPECT_NE(test::errorOf([&] { readIdentity(root / "none", {}); }), "");
}

}  // namespace
}  // namespace orrery
