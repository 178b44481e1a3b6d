// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <fstream>

#include "tests/core/study/small_study.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

class StudyReader : public ::testing::Test {
protected:
    std::vector<Diagnostic> faultsOf(const std::string& text) {
        try {
            parseStudy(text, folder_.path() / "s.yaml");
        } catch (const ConfigError& error) {
            return error.diagnostics();
        }
        return {};
    }
    test::TemporaryFolder folder_;
};

TEST_F(StudyReader, ReadsAxesSeedsAndScales) {
    const Study study = smallStudy(folder_.path());
    EXPECT_EQ(study.name, "study");
    EXPECT_EQ(study.base, folder_.path() / "base.yaml");
    ASSERT_EQ(study.axes.size(), 2U);
    EXPECT_EQ(study.axes[0].points[1].set, (std::vector<Override>{{"keys.alpha", "0.05"}}));
    EXPECT_EQ(study.axes[1].points[0].set, (std::vector<Override>{{"some.num_experts", "8"}}));
    EXPECT_EQ(study.seeds, (std::vector<std::int64_t>{1, 2}));
    EXPECT_EQ(study.scales[0].set, (std::vector<Override>{{"train.max_steps", "5"}}));
}

TEST_F(StudyReader, SpreadsRanges) {
    smallStudy(folder_.path());
    const Study study = parseStudy(
        "base: base.yaml\naxes:\n  - {key: keys.alpha, log_range: [1e-4, 1e-2], points: 3}\n"
        "  - {key: some.num_experts, range: [8, 16], points: 5}\n",
        folder_.path() / "s.yaml");
    EXPECT_EQ(study.axes[0].points[1].label, "0.001");
    EXPECT_TRUE(study.axes[0].logarithmic);
    EXPECT_EQ(study.axes[1].points[3].label, "14");
}

TEST_F(StudyReader, TrialsOfSeveralProcesses) {
    smallStudy(folder_.path());
    const std::string axes = "base: base.yaml\naxes: [{key: keys.alpha, values: [0.1, 0.2]}]\n";
    const auto read = [&](const std::string& trials) {
        return parseStudy(axes + "search: random\ntrials: " + trials + "\nset: {keys: {beta: 0}}\n",
                          folder_.path() / "s.yaml");
    };
    const Study study = read("{count: 2, processes: 3}");
    EXPECT_EQ(study.trials, 2);
    EXPECT_EQ(study.set.back(), (Override{"train.processes", "3"}));
    EXPECT_EQ(read("2").set.size() + 1, study.set.size());
    EXPECT_FALSE(faultsOf(axes + "trials: {processes: 0}\n").empty());
    EXPECT_FALSE(faultsOf(axes + "trials: {machines: 2}\n").empty());
}

std::vector<std::string> labelsOf(const StudyAxis& axis) {
    std::vector<std::string> labels;
    for (const StudyPoint& point : axis.points)
        labels.push_back(point.label);
    return labels;
}

TEST_F(StudyReader, PointsOfARangeAreDistinctAndInsideWithExactEnds) {
    smallStudy(folder_.path());
    const auto axis = [&](const std::string& rest) {
        return parseStudy("base: base.yaml\naxes: [{" + rest + "}]\n", folder_.path() / "s.yaml")
            .axes.front();
    };
    using Labels = std::vector<std::string>;
    const StudyAxis merged = axis("key: some.top_k, log_range: [1, 8], points: 6");
    EXPECT_EQ(labelsOf(merged), (Labels{"1", "2", "3", "5", "8"}));
    EXPECT_EQ(merged.asked_points, 6);
    EXPECT_EQ(labelsOf(axis("key: some.top_k, range: [1, 3], points: 9")), (Labels{"1", "2", "3"}));
    EXPECT_EQ(labelsOf(axis("key: some.top_k, range: [1.5, 3.5], points: 3")), (Labels{"2", "3"}))
        << "rounding never leaves the range";
    EXPECT_EQ(labelsOf(axis("key: keys.alpha, range: [0.123456, 0.1234572], points: 5")),
              (Labels{"0.123456", "0.1234563", "0.1234566", "0.1234569", "0.1234572"}))
        << "four digits would make one of all of them";
    EXPECT_EQ(labelsOf(axis("key: keys.alpha, log_range: [1e-5, 1e-3], points: 3")),
              (Labels{"1e-05", "0.0001", "0.001"}));
    for (const StudyPoint& point : merged.points)
        EXPECT_EQ(point.set, (std::vector<Override>{{"some.top_k", point.label}}));
    const auto faults =
        faultsOf("base: base.yaml\naxes:\n  - {key: some.top_k, range: [1.2, 1.8], points: 3}\n");
    ASSERT_EQ(faults.size(), 1U);
    EXPECT_EQ(faults[0].line, 3);
    EXPECT_EQ(faults[0].message, "some.top_k is a whole number, and none is in this range.");
}

TEST_F(StudyReader, ReportsEveryFaultWithItsPlace) {
    const auto faults = faultsOf(
        "base: missing.yaml\n"
        "qestion: x\n"
        "axes:\n"
        "  - {key: keys.alhpa, values: [1]}\n"
        "  - {key: keys.beta, log_range: [0, 1]}\n"
        "seeds: -1\n"
        "seeds: 2\n"
        "search: annealing\n");
    ASSERT_EQ(faults.size(), 7U);
    std::string messages;
    for (const Diagnostic& fault : faults)
        messages += std::to_string(fault.line) + ": " + fault.message + "\n";
    EXPECT_NE(messages.find("missing.yaml"), std::string::npos) << messages;
    EXPECT_NE(messages.find("2: unknown key qestion; did you mean question?"), std::string::npos)
        << messages;
    EXPECT_NE(messages.find("4: unknown key keys.alhpa; did you mean keys.alpha?"),
              std::string::npos)
        << messages;
    EXPECT_NE(messages.find("5: log_range"), std::string::npos) << messages;
    EXPECT_NE(messages.find("6: seeds must be an integer"), std::string::npos) << messages;
    EXPECT_NE(messages.find("seeds is given twice, in lines 6 and 7"), std::string::npos)
        << messages;
    EXPECT_NE(messages.find("grid or random or tpe"), std::string::npos) << messages;
}

TEST_F(StudyReader, AScaleChangesPointsSeedsBaseAndKeys) {
    smallStudy(folder_.path());
    std::ofstream(folder_.path() / "other.yaml") << "model: {d_model: 64, num_heads: 2}\n";
    const Study study = parseStudy(
        "base: base.yaml\naxes:\n  - {key: keys.alpha, values: [0.01, 0.05]}\n"
        "  - {name: size, points: {small: {some: {num_experts: 8}}, plain: }}\n"
        "seeds: 3\nscales:\n  tiny:\n    base: other.yaml\n    seeds: 1\n"
        "    axes: {keys.alpha: [0, 0.05], size: [plain]}\n    train: {max_steps: 3}\n",
        folder_.path() / "s.yaml");
    EXPECT_EQ(planTrials(study, "full").size(), 12U);
    const auto trials = planTrials(study, "tiny");
    ASSERT_EQ(trials.size(), 2U);
    EXPECT_EQ(trials[0].labels, (std::vector<std::string>{"0", "plain"}));
    const Config config = phaseConfigs(atScale(study, "tiny"), trials[1]).front();
    EXPECT_EQ(config.model.d_model, 64);
    EXPECT_EQ(config.keys.alpha, 0.05);
    EXPECT_EQ(config.train.max_steps, 3);
    EXPECT_FALSE(faultsOf("base: base.yaml\naxes: [{key: keys.alpha, values: [1]}]\n"
                          "scales: {tiny: {axes: {keys.bta: [1]}}}\n")
                     .empty());
}

TEST_F(StudyReader, PhasesFollowEachOtherAndLaterKeysSpareTheFirst) {
    smallStudy(folder_.path());
    const Study study = parseStudy(
        "base: base.yaml\naxes:\n  - {name: keys, points: {held: {later: {keys: {use_alpha: "
        "false}}}}}\nphases:\n  one: {data: {domain: village}}\n  two: {data: {domain: sea}}\n",
        folder_.path() / "s.yaml");
    const auto configs = phaseConfigs(study, planTrials(study, "full").front());
    ASSERT_EQ(configs.size(), 2U);
    EXPECT_EQ(configs[0].name, "trial-0001-one");
    EXPECT_EQ(configs[0].data.domain, "village");
    EXPECT_TRUE(configs[0].keys.use_alpha);
    EXPECT_EQ(configs[1].data.domain, "sea");
    EXPECT_FALSE(configs[1].keys.use_alpha);
}

TEST_F(StudyReader, RulesMustSpeakOfWhatThereIs) {
    smallStudy(folder_.path());
    const std::string head =
        "base: base.yaml\naxes: [{key: keys.alpha, values: [0, 1]}]\nverdict:\n  - ";
    EXPECT_TRUE(faultsOf(head + "{rule: trend, of: val/loss, along: keys.alpha}\n").empty());
    for (const char* rule :
         {"{rule: trend, of: val/loss}", "{rule: trend, of: gini, along: keys.alpha}",
          "{rule: trend, of: val/loss, along: keys.beta}", "{rule: guess, of: val/loss}",
          "{rule: difference, of: val/loss}",
          "{rule: difference, of: val/loss, at: {keys.alpha: 2}, than: {keys.alpha: 0}}"})
        EXPECT_FALSE(faultsOf(head + rule + "\n").empty()) << rule;
    EXPECT_FALSE(faultsOf("base: base.yaml\naxes: [{key: keys.alpha, values: [0]}]\n"
                          "objectives: [\"layer*/gini\"]\n")
                     .empty());
}

TEST_F(StudyReader, RefusesWhatCanNotBeAStudy) {
    smallStudy(folder_.path());
    EXPECT_FALSE(faultsOf("").empty());
    EXPECT_FALSE(faultsOf("[1, 2]").empty());
    EXPECT_FALSE(faultsOf("base: base.yaml\n").empty());
    EXPECT_FALSE(faultsOf("base: base.yaml\naxes: [{key: keys.alpha}]\n").empty());
    EXPECT_FALSE(
        faultsOf("base: base.yaml\nsearch: random\naxes: [{key: keys.alpha, values: [1]}]\n")
            .empty());
    EXPECT_THROW(loadStudy(folder_.path() / "none.yaml"), ConfigError);
    EXPECT_THROW(loadStudy(folder_.path()), ConfigError);
}

TEST_F(StudyReader, NamesStayInTheFolderOfTheStudy) {
    smallStudy(folder_.path());
    const std::string rest = "base: base.yaml\naxes: [{key: keys.alpha, values: [1]}]\n";
    for (const char* name : {"/abs/x", "../..", ".", "a\\eb"}) {
        const auto faults = faultsOf("name: \"" + std::string(name) + "\"\n" + rest);
        ASSERT_EQ(faults.size(), 1U) << name;
        EXPECT_EQ(faults[0].line, 1);
    }
    EXPECT_EQ(faultsOf(rest + "scales: {../x: {seeds: 1}}\n").size(), 1U);
    EXPECT_EQ(faultsOf(rest + "phases: {a/b: {train: {max_steps: 1}}}\n").size(), 1U);
    EXPECT_TRUE(faultsOf("name: Which rate?\n" + rest).empty());
}

}  // namespace
}  // namespace orrery
