// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated studies in which nothing has an effect: a rule calls one in twenty of them at most.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "core/study/judges/judges.h"
#include "core/study/study_store.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

constexpr int kStudies = 400;
// Of 400 studies at 1/20, more than this many would be called once in a thousand simulations.
constexpr int kMostCalled = 35;

class Chance : public ::testing::Test {
protected:
    Chance() {
        std::ofstream(folder_.path() / "base.yaml") << "model: {d_model: 32, num_heads: 2}\n";
        study_ = parseStudy(
            "base: base.yaml\naxes:\n  - {key: some.num_experts, values: [1, 2, 3, 4]}\n"
            "  - {name: b, points: {x: , y: }}\nseeds: 3\n"
            "objectives: [val/loss, other, collapsed]\n",
            folder_.path() / "s.yaml");
    }

    double normal() { return normal_(engine_); }

    /// Seeds matter most, do something to x and y each in all cells alike, and something to each
    /// trial. Cells differ, the objectives' noise is apart. Of nothing that a rule asks there is
    /// any.
    StudyTable nothing() {
        double of_seed[4], of_arm[4][2][2];
        for (int seed = 1; seed <= 3; ++seed) {
            of_seed[seed] = 5 * normal();
            for (auto& arm : of_arm[seed])
                for (double& value : arm)
                    value = normal();
        }
        std::vector<TrialRecord> trials;
        for (int a = 1; a <= 4; ++a)
            for (const bool y : {false, true})
                for (int seed = 1; seed <= 3; ++seed) {
                    TrialRecord trial;
                    trial.number = static_cast<std::int64_t>(trials.size()) + 1;
                    trial.labels = {std::to_string(a), y ? "y" : "x"};
                    trial.seed = seed;
                    trial.state = TrialState::done;
                    trial.metrics = {
                        {"val/loss", of_seed[seed] + of_arm[seed][y][0] + 0.3 * normal()},
                        {"other", of_seed[seed] + of_arm[seed][y][1] + 0.3 * normal()},
                        {"collapsed", normal() > 0 ? 1.0 : 0.0}};
                    trials.push_back(trial);
                }
        return tabulate(study_, "tiny", "0", trials);
    }

    /// How many studies the rule calls.
    int called(const VerdictRule& rule, const std::vector<std::string>& chance) {
        int count = 0;
        for (int i = 0; i < kStudies; ++i) {
            const Finding finding = judge(nothing(), rule);
            count += !finding.outcome.empty() &&
                     std::ranges::find(chance, finding.outcome) == chance.end();
        }
        return count;
    }

    test::TemporaryFolder folder_;
    Study study_;
    std::mt19937_64 engine_{7};
    std::normal_distribution<double> normal_;
};

const Labels kX = {{"b", "x"}}, kY = {{"b", "y"}};

TEST_F(Chance, DifferencesOverManyCells) {
    EXPECT_LE(called({.rule = "difference", .of = "val/loss", .at = kY, .than = kX}, {"same"}),
              kMostCalled);
    EXPECT_LE(called({.rule = "difference", .of = "val/loss", .with = "other"}, {"same"}),
              kMostCalled);
}

TEST_F(Chance, DifferencesOfOneCell) {
    EXPECT_LE(called({.rule = "difference",
                      .of = "val/loss",
                      .at = {{"b", "y"}, {"some.num_experts", "1"}},
                      .than = {{"b", "x"}, {"some.num_experts", "1"}}},
                     {"same"}),
              kMostCalled);
}

TEST_F(Chance, Interactions) {
    EXPECT_LE(called({.rule = "interaction",
                      .of = "val/loss",
                      .at = kY,
                      .than = kX,
                      .under = {{"some.num_experts", "4"}},
                      .against = {{"some.num_experts", "1"}}},
                     {"same"}),
              kMostCalled);
}

TEST_F(Chance, Ranks) {
    EXPECT_LE(called({.rule = "trend", .of = "val/loss", .along = "some.num_experts"}, {"none"}),
              kMostCalled);
    EXPECT_LE(called({.rule = "correlation", .of = "val/loss", .with = "collapsed"}, {"none"}),
              kMostCalled);
}

TEST_F(Chance, BestAndCrossover) {
    EXPECT_LE(called({.rule = "best", .of = "val/loss", .along = "some.num_experts"}, {"several"}),
              kMostCalled);
    EXPECT_LE(called({.rule = "best", .of = "val/loss", .along = "b"}, {"several"}), kMostCalled);
    EXPECT_LE(called({.rule = "crossover",
                      .of = "val/loss",
                      .along = "some.num_experts",
                      .at = kY,
                      .than = kX},
                     {"none"}),
              kMostCalled);
}

TEST_F(Chance, StableRegions) {
    EXPECT_LE(called({.rule = "boundary", .of = "collapsed", .by = "b"}, {"same", "several"}),
              kMostCalled);
}

/// Differences as large as the interest itself are called equal one time in twenty at most.
TEST_F(Chance, Equality) {
    int called = 0;
    for (int i = 0; i < kStudies; ++i) {
        Pairs pairs;
        for (int seed = 1; seed <= 5; ++seed)
            pairs.add(0.5 + normal() * 0.3, 0, seed);
        called += pairs.difference().equalWithin(0.5);
    }
    EXPECT_LE(called, kMostCalled);
}

/// With Holm's correction it is one in twenty of the studies, whatever the number of rules.
TEST_F(Chance, WholeStudies) {
    const std::vector<VerdictRule> rules = {
        {.rule = "difference", .of = "val/loss", .at = kY, .than = kX},
        {.rule = "trend", .of = "val/loss", .along = "some.num_experts"},
        {.rule = "trend", .of = "other", .along = "some.num_experts"},
        {.rule = "difference", .of = "other", .at = kY, .than = kX},
        {.rule = "best", .of = "other", .along = "some.num_experts"}};
    int called = 0;
    for (int i = 0; i < kStudies; ++i) {
        StudyTable table = nothing();
        table.study.verdict = rules;
        const std::string line = verdictLine(judgeStudy(table));
        called += line.find(" 0 with Holm's correction") == std::string::npos;
    }
    EXPECT_LE(called, kMostCalled);
}

/// What is there is found.
TEST_F(Chance, EffectsAreSeen) {
    const auto table = [&](double effect) {
        StudyTable made = nothing();
        for (StudyCell& cell : made.cells)
            for (StudySample& sample : cell.samples)
                if (cell.labels[1] == "y" && cell.labels[0] == "4") sample.values[0] += effect;
        return made;
    };
    const VerdictRule rule = {.rule = "interaction",
                              .of = "val/loss",
                              .at = kY,
                              .than = kX,
                              .under = {{"some.num_experts", "4"}},
                              .against = {{"some.num_experts", "1"}},
                              .expect = "larger"};
    int found = 0;
    for (int i = 0; i < 20; ++i)
        found += judge(table(10), rule).judgement == Finding::Judgement::as_predicted;
    EXPECT_GE(found, 19);
}

}  // namespace
}  // namespace orrery
