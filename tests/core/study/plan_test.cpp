// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <set>

#include "core/error.h"
#include "core/model/parameter_count.h"
#include "tests/core/study/small_study.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

TEST(Plan, IsEveryPointWithItsSeedsTogether) {
    const test::TemporaryFolder folder;
    const auto trials = planTrials(smallStudy(folder.path()), "tiny");
    ASSERT_EQ(trials.size(), 8U);
    EXPECT_EQ(trials[0].labels, trials[1].labels);
    EXPECT_EQ(trials[1].seed, 2);
    EXPECT_EQ(trials[7].labels, (std::vector<std::string>{"0.05", "large"}));
    const Config config = phaseConfigs(smallStudy(folder.path()), trials[7]).front();
    EXPECT_EQ(config.name, "trial-0008");
    EXPECT_EQ(config.keys.alpha, 0.05);
    EXPECT_EQ(config.some.num_experts, 16);
    EXPECT_EQ(loadConfig(folder.path() / "base.yaml", trials[7].set).train.max_steps, 5);
    EXPECT_EQ(config.train.seed, 2);
}

TEST(Plan, EveryStudyOfTheProjectCanRun) {
    int studies = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(ORRERY_SOURCE_DIR "/configs/studies")) {
        if (entry.is_directory()) continue;
        const Study study = loadStudy(entry.path());
        EXPECT_FALSE(study.question.empty()) << entry.path();
        EXPECT_FALSE(study.prediction.empty()) << entry.path();
        EXPECT_NO_THROW(atScale(study, "tiny")) << entry.path();
        if (study.search == "tpe") continue;
        for (const std::string& other : study.chain.studies)
            EXPECT_TRUE(std::filesystem::exists(entry.path().parent_path() / (other + ".yaml")))
                << entry.path();
        if (study.base.empty()) continue;  // whose plan needs the other's results
        for (const char* scale : {"tiny", "full"})
            EXPECT_FALSE(planTrials(study, scale).empty()) << entry.path();
        std::set<std::vector<std::string>> cells;
        for (const Trial& trial : planTrials(study, "full"))
            cells.insert(trial.labels);
        for (const VerdictRule& rule : study.verdict)
            EXPECT_TRUE(rule.rule != "correlation" || cells.size() >= 4)
                << entry.path() << ": a correlation of fewer than four cells is always open";
        ++studies;
    }
    EXPECT_GE(studies, 20);
}

/// Claim A is made of models that are frozen to 99 %.
TEST(Plan, TheReservoirIsFrozenAtEveryScale) {
    const Study study = loadStudy(ORRERY_SOURCE_DIR "/configs/studies/claim_a_reservoir.yaml");
    std::set<std::string> seen;
    for (const char* scale : {"tiny", "small", "full"}) {
        for (const Trial& trial : planTrials(study, scale)) {
            if (trial.labels[0] == "everything") continue;
            const ParameterCount count =
                countParameters(phaseConfigs(atScale(study, scale), trial).front());
            EXPECT_GE(1 - static_cast<double>(count.trainable) / static_cast<double>(count.total),
                      0.99)
                << scale << ", " << trial.labels[0];
            seen.insert(trial.labels[0]);
        }
    }
    EXPECT_EQ(seen, (std::set<std::string>{"head and routers", "nothing", "routers"}));
}

TEST(Plan, RefusesUnknownScalesAndTrialsThatCanNotRun) {
    const test::TemporaryFolder folder;
    EXPECT_EQ(planTrials(smallStudy(folder.path()), "full").size(), 8U);
    EXPECT_THROW(planTrials(smallStudy(folder.path()), "huge"), Error);
    const Study bad = smallStudy(folder.path(), "set: {some: {top_k: 9}}\n");
    EXPECT_THROW(planTrials(bad, "tiny"), ConfigError);  // more than the 8 experts of "small"
}

std::string planFault(const std::filesystem::path& folder, const std::string& axes) {
    smallStudy(folder);
    try {
        planTrials(parseStudy("base: base.yaml\n" + axes, folder / "s.yaml"), "full");
    } catch (const ConfigError& error) {
        return error.what();
    }
    return {};
}

TEST(Plan, NoConfigurationIsTrainedTwice) {
    const test::TemporaryFolder folder;
    const auto fault = [&](const std::string& axes) { return planFault(folder.path(), axes); };
    EXPECT_EQ(fault("axes: [{key: some.top_k, values: [1, 2, 3]}]\nseeds: [1, 2]\n"), "");
    for (const char* axes :
         {"axes: [{key: some.top_k, values: [1, 2, 1]}]\n",
          "axes: [{key: keys.alpha, values: [0.1, 1e-1]}]\n",
          "axes: [{key: some.top_k, values: [1, 2]}, {name: again, points: {a: , b: {some: {top_k: "
          "2}}}}]\n",
          "axes: [{name: k, points: {two: {some: {top_k: 2}}, pair: {some: {top_k: 2}}}}]\n",
          "axes: [{key: train.seed, values: [1, 2]}]\n"})
        EXPECT_NE(fault(axes).find("Two points are one configuration"), std::string::npos) << axes;
    EXPECT_NE(fault("axes: [{name: k, points: {two: {some: {top_k: 2}}, pair: {some: {top_k: 2}}}}]"
                    "\n")
                  .find("k = two and k = pair"),
              std::string::npos);
    EXPECT_NE(fault("axes: [{key: some.top_k, values: [1, 2]}]\nseeds: [1, 3, 1]\n")
                  .find("seeds holds 1 twice"),
              std::string::npos);
}

TEST(Plan, SaysWhereThereAreFewerPointsThanAskedFor) {
    const test::TemporaryFolder folder;
    smallStudy(folder.path());
    const auto study = [&](const std::string& rest) {
        return parseStudy("base: base.yaml\nseeds: 2\n" + rest, folder.path() / "s.yaml");
    };
    const Study grid = study("axes: [{key: some.top_k, log_range: [1, 8], points: 6}]\n");
    EXPECT_EQ(planTrials(grid, "full").size(), 10U);
    ASSERT_EQ(planNotes(grid, 5).size(), 1U);
    EXPECT_EQ(planNotes(grid, 5)[0],
              "some.top_k has 5 points in place of 6: others would fall on the same numbers");
    const Study search = study(
        "search: random\ntrials: 30\naxes: [{key: some.top_k, range: [1, 3]}, {key: "
        "train.optimizer, values: [adamw, adafactor]}]\n");
    const auto trials = planTrials(search, "full");
    std::set<std::pair<std::vector<std::string>, std::int64_t>> known;
    for (const Trial& trial : trials)
        EXPECT_TRUE(known.emplace(trial.labels, trial.seed).second) << trial.number;
    EXPECT_EQ(trials.size(), 12U) << "3 times 2 points, of 2 seeds each";
    EXPECT_EQ(
        planNotes(search, 6),
        std::vector<std::string>{"the search has 6 points in place of 30: its axes hold no more"});
    EXPECT_TRUE(planNotes(search, 30).empty());
}

TEST(Plan, AValueOfARangeStaysInside) {
    const StudyAxis whole{.name = "some.top_k", .key = "some.top_k", .low = 1.5, .high = 3.5};
    EXPECT_EQ(pointOf(whole, 1.5).label, "2");
    EXPECT_EQ(pointOf(whole, 3.5).label, "3");
    EXPECT_EQ(pointOf(whole, 0).label, "2");
    const StudyAxis real{.name = "keys.alpha", .key = "keys.alpha", .low = 0.1, .high = 0.3};
    EXPECT_EQ(pointOf(real, 0.30000000000000004).label, "0.3");
}

TEST(Plan, ARandomSearchIsAFunctionOfItsSeed) {
    const test::TemporaryFolder folder;
    smallStudy(folder.path());
    const auto plan = [&](int seed) {
        return planTrials(
            parseStudy("base: base.yaml\nsearch: random\ntrials: 30\nsearch_seed: " +
                           std::to_string(seed) +
                           "\naxes:\n  - {key: train.learning_rate, log_range: [1e-5, 1e-3]}\n"
                           "  - {key: train.optimizer, values: [adamw, adafactor]}\n",
                       folder.path() / "s.yaml"),
            "full");
    };
    const auto trials = plan(1);
    ASSERT_EQ(trials.size(), 30U);
    std::set<std::string> optimizers;
    int below = 0;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        EXPECT_EQ(trials[i].labels, plan(1)[i].labels);
        optimizers.insert(trials[i].labels[1]);
        const double rate = std::stod(trials[i].labels[0]);
        EXPECT_TRUE(rate >= 1e-5 && rate <= 1e-3);
        below += rate < 1e-4;
    }
    EXPECT_EQ(optimizers.size(), 2U);
    EXPECT_TRUE(below > 5 && below < 25) << "half of a log range lies below its middle";
    EXPECT_NE(plan(2)[0].labels, trials[0].labels);
}

}  // namespace
}  // namespace orrery
