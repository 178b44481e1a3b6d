// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/mixtures_study.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <sstream>

#include "core/error.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

class MixturesStudyTest : public ::testing::Test {
protected:
    void SetUp() override {
        for (int i = 0; i < 10; ++i) {
            const fs::path run = folder_ / ("run" + std::to_string(i));
            fs::create_directory(run);
            test::writeFile(run / "run.db", "");
        }
    }
    MixturesStudy study(const std::string& text) {
        test::writeFile(folder_ / "m.yaml", text);
        return loadMixturesStudy(folder_ / "m.yaml");
    }
    std::string fault(const std::string& text) {
        try {
            study(text);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }
    /// run0 ... have these values of gini in both layers.
    std::map<fs::path, MeasuredRouting> measured(const std::vector<double>& gini) {
        std::map<fs::path, MeasuredRouting> found;
        for (std::size_t i = 0; i < gini.size(); ++i) {
            MeasuredRouting routing;
            routing.steps = {{1, 1, {{{"gini", gini[i] - .1}}, {{"gini", gini[i] + .1}}}}};
            found.emplace(folder_ / ("run" + std::to_string(i)), routing);
        }
        return found;
    }

    test::TemporaryFolder folder_;
};

const std::string kTwoGroups =
    "kind: mixtures\nquestion: which?\nbytes: 5000\n"
    "groups:\n  gravity: [run0, run1, run2, run3]\n  learned: [run4, run5, run6, run7]\n"
    "verdict:\n  - {measure: gini, of: gravity, than: learned, expect: smaller}\n";

TEST_F(MixturesStudyTest, IsReadWithItsGroupsAndRules) {
    const MixturesStudy read = study(kTwoGroups);
    EXPECT_EQ(read.name, "m");
    EXPECT_EQ(read.question, "which?");
    EXPECT_EQ(read.bytes, 5000);
    ASSERT_EQ(read.groups.size(), 2U);
    EXPECT_EQ(read.groups[1].name, "learned");
    EXPECT_EQ(read.runs().size(), 8U);
    EXPECT_EQ(read.runs()[5], folder_ / "run5");
    ASSERT_EQ(read.verdict.size(), 1U);
    EXPECT_EQ(read.verdict[0].expect, "smaller");
    EXPECT_TRUE(isMixturesStudy(folder_ / "m.yaml"));
    test::writeFile(folder_ / "other.yaml", "base: x.yaml\n");
    EXPECT_FALSE(isMixturesStudy(folder_ / "other.yaml"));
    EXPECT_FALSE(isMixturesStudy(folder_.path()));
    EXPECT_FALSE(isMixturesStudy(folder_ / "none.yaml"));
}

TEST_F(MixturesStudyTest, FaultsHaveTheirPlace) {
    const std::string head = "kind: mixtures\n";
    const std::pair<std::string, std::string> cases[] = {
        {head + "question: x\n", "groups is missing"},
        {head + "groups: {a: [nowhere]}\n", "m.yaml:2"},
        {head + "groups: {a: [nowhere]}\n", "is no run folder"},
        {head + "groups: {a: [run0], b: [run0]}\n", "named twice"},
        {head + "groups: [run0]\n", "must name lists"},
        {head + "corpus: none.txt\ngroups: {a: [run0]}\n", "no file or folder"},
        {head + "groups: {a: [run0], b: [run1]}\nverdict:\n  - {measure: x, of: a, than: b}\n",
         "gini"},
        {head + "groups: {a: [run0], b: [run1]}\nverdict:\n  - {measure: gini, of: a, than: c}\n",
         "a or b"},
        {head + "groups: {a: [run0]}\nverdict:\n  - {measure: gini, of: a, than: a}\n",
         "two groups"},
        {head + "groups: {a: [run0]}\nwhatever: 1\n", "whatever"}};
    for (const auto& [text, wanted] : cases)
        EXPECT_NE(fault(text).find(wanted), std::string::npos) << text << fault(text);
}

/// Its run folders are the reader's to make; nothing else may be wrong.
TEST_F(MixturesStudyTest, TheProjectsOwnLacksItsRunsAlone) {
    const std::string file =
        std::string(ORRERY_SOURCE_DIR) + "/configs/mixtures/gravity_and_routers.yaml";
    ASSERT_TRUE(isMixturesStudy(file));
    try {
        loadMixturesStudy(file);
        FAIL() << "its runs do not exist";
    } catch (const std::exception& error) {
        std::istringstream lines(error.what());
        for (std::string line; std::getline(lines, line);)
            EXPECT_NE(line.find("is no run folder"), std::string::npos) << line;
    }
}

TEST_F(MixturesStudyTest, AClearDifferenceIsCalled) {
    const auto findings =
        judgeMixtures(study(kTwoGroups), measured({.1, .12, .11, .13, .5, .52, .51, .53}));
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].outcome, "smaller");
    EXPECT_EQ(findings[0].judgement, Finding::Judgement::as_predicted);
    EXPECT_NEAR(findings[0].value, -.4, 1e-12);
    EXPECT_NEAR(findings[0].p_value, 2.0 / 70, 1e-12);  // this way and its mirror image of 70
    const auto turned =
        judgeMixtures(study(kTwoGroups), measured({.5, .52, .51, .53, .1, .12, .11, .13}));
    EXPECT_EQ(turned[0].judgement, Finding::Judgement::not_as_predicted);
}

TEST_F(MixturesStudyTest, ChanceIsNotCalled) {
    const auto findings =
        judgeMixtures(study(kTwoGroups), measured({.1, .5, .11, .53, .12, .52, .13, .51}));
    EXPECT_EQ(findings[0].outcome, "same");
    EXPECT_EQ(findings[0].judgement, Finding::Judgement::open);
    // Slowly: every way to choose 4 of 8.
    const std::vector<double> gini = {.1, .5, .11, .53, .12, .52, .13, .51};
    const auto difference = [&](unsigned mask) {
        double one = 0, other = 0;
        for (unsigned i = 0; i < 8; ++i)
            ((mask >> i & 1U) != 0 ? one : other) += gini[i];
        return std::abs(one - other) / 4;
    };
    double as_large = 0, ways = 0;
    for (unsigned mask = 0; mask < 256; ++mask) {
        if (std::popcount(mask) != 4) continue;
        ++ways;
        as_large += difference(mask) >= difference(15) - 1e-9 ? 1 : 0;
    }
    EXPECT_NEAR(findings[0].p_value, as_large / ways, 1e-12);
}

TEST_F(MixturesStudyTest, OneModelEachIsTooFew) {
    const MixturesStudy few = study(
        "kind: mixtures\ngroups: {a: [run0], b: [run1]}\n"
        "verdict:\n  - {measure: gini, of: a, than: b, expect: larger}\n"
        "  - {measure: guild_strength, of: a, than: b}\n");
    const auto findings = judgeMixtures(few, measured({.9, .1}));
    EXPECT_EQ(findings[0].judgement, Finding::Judgement::open);
    EXPECT_NE(findings[0].text.find("Too few models"), std::string::npos);
    EXPECT_NEAR(findings[0].value, .8, 1e-12);
    EXPECT_NE(findings[1].text.find("no such figure"), std::string::npos);
}

}  // namespace
}  // namespace orrery
