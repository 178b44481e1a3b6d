// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/verdict.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "core/study/judges/trial_pairs.h"
#include "core/study/study_store.h"
#include "tests/core/study/small_study.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

/// Axes a (1, 2, 3, 4) and b (x, y), three seeds; the figures of a trial are given by its place.
class Verdict : public ::testing::Test {
protected:
    using Figure = double (*)(int a, bool y, int seed);

    StudyTable table(
        Figure loss, Figure gini = [](int, bool, int) { return 0.0; }) {
        std::ofstream(folder_.path() / "base.yaml") << "model: {d_model: 32, num_heads: 2}\n";
        const Study study = parseStudy(
            "base: base.yaml\naxes:\n  - {key: some.num_experts, values: [1, 2, 3, 4]}\n"
            "  - {name: b, points: {x: , y: }}\nseeds: 3\nobjectives: [val/loss, gini]\n",
            folder_.path() / "s.yaml");
        std::vector<TrialRecord> trials;
        for (int a = 1; a <= 4; ++a)
            for (const bool y : {false, true})
                for (int seed = 1; seed <= 3; ++seed) {
                    TrialRecord trial;
                    trial.number = static_cast<std::int64_t>(trials.size()) + 1;
                    trial.labels = {std::to_string(a), y ? "y" : "x"};
                    trial.seed = seed;
                    trial.state = TrialState::done;
                    trial.metrics = {{"val/loss", loss(a, y, seed)}, {"gini", gini(a, y, seed)}};
                    trials.push_back(trial);
                }
        return tabulate(study, "tiny", "0", trials);
    }

    test::TemporaryFolder folder_;
};

double noise(int seed) {
    return 0.1 * seed;
}

TEST_F(Verdict, ADifferenceIsPairedByEverythingElse) {
    VerdictRule rule{.rule = "difference",
                     .of = "val/loss",
                     .at = {{"b", "y"}},
                     .than = {{"b", "x"}},
                     .expect = "smaller"};
    // Seeds and a matter more than b does, and fall out.
    const auto clear = [](int a, bool y, int seed) { return a + noise(seed) - (y ? 0.01 : 0); };
    const Finding finding = judge(table(clear), rule);
    EXPECT_EQ(finding.outcome, "smaller") << finding.text;
    EXPECT_EQ(finding.judgement, Finding::Judgement::as_predicted);
    EXPECT_NE(finding.text.find("over 12 pairs"), std::string::npos) << finding.text;
    // The mean of twelve differences of -0.01 and their interval, which holds no 0.
    EXPECT_NEAR(finding.value, -0.01, 1e-12);
    EXPECT_LE(finding.low, finding.value);
    EXPECT_GE(finding.high, finding.value);
    EXPECT_LT(finding.high, 0);
    EXPECT_LT(finding.p_value, 0.05);
    const auto noisy = [](int a, bool y, int seed) {
        return a + (y ? 0.01 * ((a * 7 + seed * 5) % 3 - 1) : 0);
    };
    EXPECT_EQ(judge(table(noisy), rule).outcome, "same");
    EXPECT_EQ(judge(table(noisy), rule).judgement, Finding::Judgement::open);
    rule.expect = "same";
    EXPECT_EQ(judge(table(noisy), rule).judgement, Finding::Judgement::as_predicted);
    EXPECT_EQ(judge(table(clear), rule).judgement, Finding::Judgement::not_as_predicted);
}

TEST_F(Verdict, ObjectivesOfATrialAreCompared) {
    const VerdictRule rule{.rule = "difference", .of = "val/loss", .with = "gini"};
    const Finding finding = judge(
        table([](int a, bool, int) { return a + 1.0; }, [](int a, bool, int) { return a + 0.0; }),
        rule);
    EXPECT_EQ(finding.outcome, "larger");
    EXPECT_EQ(finding.judgement, Finding::Judgement::no_prediction);
}

TEST_F(Verdict, ARuleLooksAtItsCellsAlone) {
    // The loss is above gini at y alone, and rises with a at y alone.
    const auto loss = [](int a, bool y, int seed) { return (y ? a : -a) + noise(seed); };
    VerdictRule rule{.rule = "difference", .of = "val/loss", .with = "gini", .at = {{"b", "y"}}};
    EXPECT_EQ(judge(table(loss), rule).outcome, "larger");
    EXPECT_NE(judge(table(loss), rule).text.find("At b = y: "), std::string::npos);
    EXPECT_NE(judge(table(loss), rule).text.find("over 12 pairs"), std::string::npos);
    rule.at = {{"b", "x"}};
    EXPECT_EQ(judge(table(loss), rule).outcome, "smaller");
    VerdictRule trend{.rule = "trend", .of = "val/loss", .along = "some.num_experts"};
    EXPECT_EQ(judge(table(loss), trend).outcome, "none");
    trend.at = {{"b", "y"}};
    EXPECT_EQ(judge(table(loss), trend).outcome, "rises");
    EXPECT_GT(judge(table(loss), trend).value, 0.5);
    EXPECT_LT(judge(table(loss), trend).p_value, 0.05);
    EXPECT_TRUE(std::isnan(judge(table(loss), trend).low));
    VerdictRule best{.rule = "best", .of = "val/loss", .along = "some.num_experts"};
    best.at = {{"b", "x"}};
    EXPECT_EQ(judge(table(loss), best).outcome, "4");
    best.at = {{"b", "y"}};
    EXPECT_EQ(judge(table(loss), best).outcome, "1");
}

TEST_F(Verdict, PartsThatARuleWouldPassOverAreFaults) {
    std::ofstream(folder_.path() / "base.yaml") << "model: {d_model: 32, num_heads: 2}\n";
    const auto faults = [&](const std::string& rule) {
        try {
            parseStudy(
                "base: base.yaml\naxes: [{key: keys.alpha, values: [0, 1]}]\n"
                "objectives: [val/loss, gini]\nverdict: [" +
                    rule + "]\n",
                folder_.path() / "s.yaml");
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(faults("{rule: trend, of: gini, along: keys.alpha}"), "");
    EXPECT_NE(faults("{rule: trend, of: gini, along: keys.alpha, by: keys.alpha}")
                  .find("a rule trend does not use by"),
              std::string::npos);
    EXPECT_NE(faults("{rule: boundary, of: gini, along: keys.alpha}").find("does not use along"),
              std::string::npos);
    EXPECT_NE(faults("{rule: best, of: gini, along: keys.alpha, with: val/loss}")
                  .find("does not use with"),
              std::string::npos);
    EXPECT_NE(faults("{rule: difference, of: gini, with: val/loss, than: {keys.alpha: 1}}")
                  .find("does not use than"),
              std::string::npos);
}

TEST(ShownLabel, NumbersThatNobodyChoseAreShort) {
    EXPECT_EQ(shownLabel("0.011442390552236554"), "0.01144");
    EXPECT_EQ(shownLabel("1.6310747938739887e-05"), "1.631e-05");
    EXPECT_EQ(shownLabel("0.00025"), "0.00025");
    EXPECT_EQ(shownLabel("65536"), "65536");
    EXPECT_EQ(shownLabel("learned addresses"), "learned addresses");
    EXPECT_EQ(shownLabel("256 x 512 x 1024"), "256 x 512 x 1024");
}

TEST_F(Verdict, ATrendNeedsMoreThanChance) {
    const VerdictRule rule{.rule = "trend", .of = "val/loss", .along = "some.num_experts"};
    EXPECT_EQ(judge(table([](int a, bool, int seed) { return noise(seed) - a; }), rule).outcome,
              "falls");
    EXPECT_EQ(judge(table([](int a, bool y, int seed) {
                        return static_cast<double>((a * 5 + seed * 3 + (y ? 1 : 0)) % 4);
                    }),
                    rule)
                  .outcome,
              "none");
}

TEST_F(Verdict, ACorrelationIsOfTwoObjectives) {
    const VerdictRule rule{.rule = "correlation", .of = "val/loss", .with = "gini"};
    EXPECT_EQ(judge(table([](int a, bool, int seed) { return a + noise(seed); },
                          [](int a, bool, int seed) { return -a - noise(seed); }),
                    rule)
                  .outcome,
              "negative");
}

TEST_F(Verdict, TheBestIsNamedOnlyBeyondSeedNoise) {
    VerdictRule rule{.rule = "best", .of = "val/loss", .along = "some.num_experts"};
    const auto valley = [](int a, bool, int seed) { return (a - 3) * (a - 3) + noise(seed); };
    EXPECT_EQ(judge(table(valley), rule).outcome, "3");
    rule.expect = "inside";
    EXPECT_EQ(judge(table(valley), rule).judgement, Finding::Judgement::as_predicted);
    const auto slope = [](int a, bool, int seed) { return a + noise(seed); };
    EXPECT_EQ(judge(table(slope), rule).judgement, Finding::Judgement::not_as_predicted);
    const auto flat = [](int a, bool y, int seed) {
        return 0.01 * ((a * 7 + seed * 5 + (y ? 1 : 0)) % 3);
    };
    EXPECT_EQ(judge(table(flat), rule).outcome, "several");
}

TEST_F(Verdict, ABoundaryCountsStableCells) {
    const auto collapsed = [](int a, bool y, int) { return a > (y ? 4 : 2) ? 1.0 : 0.0; };
    const auto t = table([](int, bool, int) { return 1.0; }, collapsed);
    VerdictRule rule{.rule = "boundary", .of = "gini", .by = "b", .expect = "y"};
    const Finding finding = judge(t, rule);
    EXPECT_EQ(finding.judgement, Finding::Judgement::as_predicted) << finding.text;
    EXPECT_NE(finding.text.find("2 of 8 cells"), std::string::npos) << finding.text;
    EXPECT_NE(finding.text.find("b = y: 4 of 4 stable"), std::string::npos) << finding.text;
    rule.at = {{"b", "x"}};
    EXPECT_EQ(judge(t, rule).judgement, Finding::Judgement::open) << "nothing to compare with";
    rule.by.clear();
    rule.at.clear();
    EXPECT_EQ(judge(t, rule).outcome, "some");
    // One cell more, in three trials, may be chance.
    const auto hardly = [](int a, bool y, int) { return a > (y ? 3 : 2) ? 1.0 : 0.0; };
    rule.by = "b";
    const Finding chance = judge(table([](int, bool, int) { return 1.0; }, hardly), rule);
    EXPECT_EQ(chance.outcome, "several") << chance.text;
    EXPECT_EQ(chance.judgement, Finding::Judgement::open);
}

TEST_F(Verdict, AnInteractionIsTheDifferenceOfDifferences) {
    // y lowers the loss by 0.1 a: the gap at 4 is 0.3 larger than at 1.
    VerdictRule rule{.rule = "interaction",
                     .of = "val/loss",
                     .at = {{"b", "y"}},
                     .than = {{"b", "x"}},
                     .under = {{"some.num_experts", "4"}},
                     .against = {{"some.num_experts", "1"}},
                     .expect = "smaller"};
    const auto loss = [](int a, bool y, int seed) {
        return a + noise(seed) - (y ? 0.1 * a + 0.001 * seed * a : 0);
    };
    const Finding finding = judge(table(loss), rule);
    EXPECT_EQ(finding.judgement, Finding::Judgement::as_predicted) << finding.text;
    EXPECT_NE(finding.text.find("-0.408 and -0.102, difference of differences: -0.306"),
              std::string::npos)
        << finding.text;
    // mean -.3 - .003 * 2, deviation .003: t(2) * .003 / sqrt(3)
    EXPECT_NE(finding.text.find("± 0.007452 over 3 pairs"), std::string::npos) << finding.text;
    EXPECT_LT(finding.p_value, 0.05);
    rule.under = {{"some.num_experts", "1"}};
    EXPECT_EQ(judge(table(loss), rule).outcome, "same") << "with itself";
}

TEST_F(Verdict, ASmallestDifferenceOfInterestCanBeEqualWithin) {
    const auto loss = [](int a, bool y, int seed) {
        return a + noise(seed) + (y ? 0.002 + 0.0005 * seed : 0);
    };
    VerdictRule rule{.rule = "difference",
                     .of = "val/loss",
                     .at = {{"b", "y"}},
                     .than = {{"b", "x"}},
                     .expect = "equal"};
    EXPECT_EQ(judge(table(loss), rule).outcome, "larger") << "beyond noise, however small";
    rule.interest = 0.01;
    const Finding equal = judge(table(loss), rule);
    EXPECT_EQ(equal.outcome, "equal") << equal.text;
    EXPECT_EQ(equal.judgement, Finding::Judgement::as_predicted);
    EXPECT_NE(equal.text.find("equal within 0.01"), std::string::npos) << equal.text;
    rule.interest = 0.003;  // inside of the interval 0.003 +- 0.00084
    EXPECT_EQ(judge(table(loss), rule).outcome, "larger");
    rule.expect = "not larger";
    rule.interest = 0.01;
    EXPECT_EQ(judge(table(loss), rule).judgement, Finding::Judgement::as_predicted);
    const auto better = [](int a, bool y, int seed) { return a + noise(seed) - (y ? 5 : 0); };
    EXPECT_EQ(judge(table(better), rule).judgement, Finding::Judgement::as_predicted);
    const auto worse = [](int a, bool y, int seed) { return a + noise(seed) + (y ? 5 : 0); };
    EXPECT_EQ(judge(table(worse), rule).judgement, Finding::Judgement::not_as_predicted);
}

TEST_F(Verdict, CellsAreToldApartWithHolmsCorrection) {
    // At a = 4 alone y matters; by cell three seeds agree to 0.0001.
    const auto loss = [](int a, bool y, int seed) {
        return a + noise(seed) + (y && a == 4 ? 1 + 0.0001 * seed : y ? 0.01 * (seed - 2) : 0);
    };
    const VerdictRule rule{
        .rule = "difference", .of = "val/loss", .at = {{"b", "y"}}, .than = {{"b", "x"}}};
    const Finding finding = judge(table(loss), rule);
    EXPECT_NE(finding.text.find("over 12 pairs in 4 cells"), std::string::npos) << finding.text;
    EXPECT_NE(finding.text.find("beyond it in 1 of 4: some.num_experts = 4 (1 ± 0.0002484)"),
              std::string::npos)
        << finding.text;
}

TEST_F(Verdict, SeveralTestsAreCountedTogether) {
    StudyTable t = table([](int a, bool y, int seed) { return a + noise(seed) - (y ? 0.1 : 0); },
                         [](int a, bool y, int seed) { return 0.01 * ((a + seed + y) % 3); });
    t.study.verdict = {
        {.rule = "difference", .of = "val/loss", .at = {{"b", "y"}}, .than = {{"b", "x"}}},
        {.rule = "difference", .of = "gini", .at = {{"b", "y"}}, .than = {{"b", "x"}}},
        {.rule = "trend", .of = "val/loss", .along = "some.num_experts"}};
    const std::string line = verdictLine(judgeStudy(t));
    EXPECT_NE(line.find("Of 3 tests 2 are beyond chance each by itself, 2 with Holm's correction"),
              std::string::npos)
        << line;
}

TEST_F(Verdict, ACrossoverIsWhereOneStaysBelow) {
    const VerdictRule rule{
        .rule = "crossover", .of = "val/loss", .with = "gini", .along = "some.num_experts"};
    const auto constant = [](int, bool, int) { return 2.5; };
    EXPECT_EQ(judge(table(constant, [](int a, bool, int) { return a + 0.0; }), rule).outcome, "3");
    EXPECT_EQ(judge(table(constant, [](int a, bool, int) { return 1.0 / a; }), rule).outcome,
              "none");
}

TEST_F(Verdict, ACrossoverMayLieBetweenCells) {
    const VerdictRule rule{.rule = "crossover",
                           .of = "val/loss",
                           .along = "some.num_experts",
                           .at = {{"b", "y"}},
                           .than = {{"b", "x"}}};
    const auto t = table([](int a, bool y, int seed) { return (y ? 2.5 : a) + noise(seed); });
    EXPECT_EQ(judge(t, rule).outcome, "3");
}

TEST_F(Verdict, TooLittleLeavesARuleOpen) {
    StudyTable t = table([](int a, bool, int) { return a + 0.0; });
    t.cells.clear();
    for (const VerdictRule& rule : std::vector<VerdictRule>{
             {.rule = "trend", .of = "val/loss", .along = "b", .expect = "rises"},
             {.rule = "best", .of = "val/loss", .along = "b", .expect = "x"},
             {.rule = "boundary", .of = "gini", .expect = "some"}})
        EXPECT_EQ(judge(t, rule).judgement, Finding::Judgement::open) << rule.rule;
    EXPECT_NE(verdictLine(judgeStudy(t)).find("No trial is done"), std::string::npos);
}

TEST_F(Verdict, WithoutRulesTheBestCellIsNamed) {
    const auto clear =
        judgeStudy(table([](int a, bool y, int seed) { return a + (y ? 0.5 : 0) + noise(seed); }));
    EXPECT_NE(clear[0].text.find("at b = x, some.num_experts = 1"), std::string::npos)
        << clear[0].text;
    EXPECT_NE(clear[0].text.find("beyond seed noise"), std::string::npos);
}

/// Points 1, 2, 2 and 3 of one seed, as a plan of before made them; `seeds` of each.
StudyTable doubled(const std::filesystem::path& folder, std::vector<std::int64_t> seeds) {
    std::ofstream(folder / "base.yaml") << "model: {d_model: 32, num_heads: 2}\n";
    const Study study = parseStudy(
        "base: base.yaml\naxes: [{key: some.top_k, values: [1, 2, 3]}]\n", folder / "s.yaml");
    std::vector<TrialRecord> trials;
    for (const std::int64_t seed : seeds)
        for (const char* point : {"1", "2", "2", "3"}) {
            TrialRecord trial;
            trial.number = static_cast<std::int64_t>(trials.size()) + 1;
            trial.labels = {point};
            trial.seed = seed;
            trial.state = TrialState::done;
            trial.metrics = {{"val/loss", 5 - std::stod(point)}};
            trials.push_back(trial);
        }
    return tabulate(study, "full", "0", trials);
}

TEST_F(Verdict, ADoubleOfASeedIsNoSecondSeed) {
    const StudyTable table = doubled(folder_.path(), {1});
    ASSERT_EQ(table.cells.size(), 3U);
    EXPECT_EQ(table.cells[1].samples.size(), 2U) << "both are told of as trials";
    EXPECT_EQ(table.cells[1].seeds(), 1U);
    EXPECT_EQ(table.cells[1].values(0), std::vector<double>{3});
    EXPECT_TRUE(std::isnan(table.cells[1].spread(0).deviation));
    EXPECT_EQ(pairsOfCells(table, 0, {{"some.top_k", "2"}}, {{"some.top_k", "1"}}).values.size(),
              1U);
    EXPECT_NE(judgeStudy(table)[0].text.find("seed noise can't be estimated from one seed"),
              std::string::npos)
        << judgeStudy(table)[0].text;
    const VerdictRule difference{.rule = "difference",
                                 .of = "val/loss",
                                 .at = {{"some.top_k", "2"}},
                                 .than = {{"some.top_k", "1"}},
                                 .expect = "smaller"};
    EXPECT_EQ(judge(table, difference).judgement, Finding::Judgement::open);
    const VerdictRule best{.rule = "best", .of = "val/loss", .along = "some.top_k", .expect = "3"};
    EXPECT_EQ(judge(table, best).judgement, Finding::Judgement::open);
    const StudyTable two = doubled(folder_.path(), {1, 2});
    EXPECT_EQ(judge(two, difference).judgement, Finding::Judgement::as_predicted);
    EXPECT_NE(judge(two, difference).text.find("over 2 pairs"), std::string::npos);
    EXPECT_EQ(judge(two, best).judgement, Finding::Judgement::as_predicted);
}

TEST_F(Verdict, PairsOfManyCellsButOneSeedAreLeftOpen) {
    StudyTable one = table([](int a, bool y, int seed) { return a + noise(seed) - (y ? 1 : 0); });
    for (StudyCell& cell : one.cells)
        std::erase_if(cell.samples, [](const StudySample& sample) { return sample.seed != 1; });
    const VerdictRule rule{.rule = "difference",
                           .of = "val/loss",
                           .at = {{"b", "y"}},
                           .than = {{"b", "x"}},
                           .expect = "smaller"};
    EXPECT_EQ(judge(one, rule).judgement, Finding::Judgement::open) << judge(one, rule).text;
    EXPECT_NE(judge(one, rule).text.find("can't be estimated from one seed"), std::string::npos);
    const VerdictRule objectives{.rule = "difference", .of = "val/loss", .with = "gini"};
    EXPECT_EQ(judge(one, objectives).judgement, Finding::Judgement::open);
}

TEST_F(Verdict, ALineThatSaysNothingIsDoneEndsWithOneStop) {
    StudyTable none = table([](int, bool, int) { return 1.0; });
    none.cells.clear();
    none.trials = none.failed = 0;
    EXPECT_EQ(verdictLine(judgeStudy(none)), "Verdict: No trial is done yet.");
    none.trials = none.failed = 6;
    EXPECT_EQ(verdictLine(judgeStudy(none)), "Verdict: No trial is done: all of them failed.");
}

}  // namespace
}  // namespace orrery
