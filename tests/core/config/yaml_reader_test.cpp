// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <chrono>

#include "core/config/yaml.h"

namespace orrery {
namespace {

std::vector<Diagnostic> faults(const std::string& text, const std::vector<Override>& set = {}) {
    try {
        parseConfig(text, "test.yaml", set);
    } catch (const ConfigError& error) {
        return error.diagnostics();
    }
    return {};
}

/// All faults as they are printed, one a line.
std::string printed(const std::string& text, const std::vector<Override>& set = {}) {
    std::string all;
    for (const auto& fault : faults(text, set))
        all += formatDiagnostic(fault) + "\n";
    return all;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(YamlReader, ReadsValuesOfEveryType) {
    const Config config = parseConfig(
        "name: first light\nmodel: {causal: false, d_model: 64}\nkeys:\n  alpha: 2e-2\n"
        "  frozen_layers: [1, 3]\ntrain:\n  betas:\n  - 0.8\n  - 0.9\nsome:\n  router: linear\n",
        "x.yaml");
    EXPECT_EQ(config.name, "first light");
    EXPECT_FALSE(config.model.causal);
    EXPECT_EQ(config.model.d_model, 64);
    EXPECT_EQ(config.keys.alpha, 0.02);
    EXPECT_EQ(config.keys.frozen_layers, (std::vector<std::int64_t>{1, 3}));
    EXPECT_EQ(config.train.betas, (std::vector<double>{0.8, 0.9}));
    EXPECT_EQ(config.some.router, RouterKind::linear);
    EXPECT_EQ(config.keys.beta, KeysConfig{}.beta);
}

/// On one line, where each place once cost a walk from the line's start.
TEST(YamlReader, OfVeryManyFaultsTheFirstAreToldAndTheOthersCounted) {
    std::string text = "train: {";
    for (int i = 0; i < 100'000; ++i)
        text += "seed: 1,";
    text.back() = '}';
    const auto repeated = faults(text);
    ASSERT_EQ(repeated.size(), 101u);
    EXPECT_EQ(repeated[0].column, 17);
    EXPECT_NE(repeated[0].message.find("train.seed is given twice"), std::string::npos);
    EXPECT_EQ(repeated.back().message, "and 99899 more faults, which are left out here");
    text = "train: {";
    for (int i = 0; i < 150; ++i)
        text += "sed" + std::to_string(i) + ": 1,";
    text.back() = '}';
    EXPECT_EQ(faults(text).back().message, "and 50 more faults, which are left out here");
    text.clear();
    for (int i = 0; i < 150; ++i)
        text += "\tx: 1\n";
    EXPECT_EQ(faults(text).size(), 101u);
}

TEST(YamlReader, AcceptsByteOrderMarkAndWindowsLineEnds) {
    const Config config = parseConfig("\xEF\xBB\xBFname: x\r\nkeys:\r\n  alpha: 0.5\r\n", "x.yaml");
    EXPECT_EQ(config.name, "x");
    EXPECT_EQ(config.keys.alpha, 0.5);
}

TEST(YamlReader, UnknownKeysHavePlaceAndNearestKey) {
    EXPECT_EQ(printed("keys:\n  alhpa: 0.1\n"),
              "test.yaml:2:3: unknown key keys.alhpa; did you mean keys.alpha?\n");
    EXPECT_EQ(printed("kyes:\n  alpha: 0.1\n"),
              "test.yaml:1:1: unknown key kyes; did you mean the section keys?\n");
    EXPECT_EQ(printed("model:\n  alpha: 0.1\n"),
              "test.yaml:2:3: unknown key model.alpha; alpha belongs to section keys\n");
    EXPECT_EQ(printed("alpha: 0.1\n"),
              "test.yaml:1:1: unknown key alpha; alpha belongs to section keys\n");
    EXPECT_EQ(printed("zzzzzz: 1\n"), "test.yaml:1:1: unknown key zzzzzz\n");
}

TEST(YamlReader, DottedKeysGetAdvice) {
    const std::string text = printed("keys.alpha: 0.1\n");
    EXPECT_TRUE(contains(text, "test.yaml:1:1: ")) << text;
    EXPECT_TRUE(contains(text, "write keys: and below it, indented, alpha:")) << text;
}

TEST(YamlReader, DuplicatesNameBothLines) {
    EXPECT_EQ(printed("keys:\n  alpha: 0.1\n  beta: 0\n  alpha: 0.2\n"),
              "test.yaml:4:3: keys.alpha is given twice, in lines 2 and 4: remove one of them\n");
    EXPECT_EQ(printed("keys:\n  alpha: 0.1\nname: x\nkeys:\n  beta: 0\n"),
              "test.yaml:4:1: section keys is given twice, in lines 1 and 4: join them into one\n");
    EXPECT_TRUE(contains(printed("keys: {alpha: 0.1, alpha: 0.2}\n"), "lines 1 and 1"));
    EXPECT_TRUE(contains(printed("name: x\nname: y\n"), "name is given twice"));
}

TEST(YamlReader, NullAndMissingHaveTheirPlace) {
    EXPECT_TRUE(printed("keys:\n  alpha:\n  beta: 0\n")
                    .starts_with("test.yaml:2:3: keys.alpha has no value"));
    EXPECT_TRUE(printed("keys:\n  beta: 0\n  alpha: null\n").starts_with("test.yaml:3:3: "));
    EXPECT_TRUE(printed("keys: {alpha: ~}\n").starts_with("test.yaml:1:8: "));
    EXPECT_TRUE(printed("name: x\nkeys:\n").starts_with("test.yaml:2:1: section keys is empty"));
    EXPECT_TRUE(contains(printed("keys:\n  alpha:\n"), "the default, 0.01"));
}

TEST(YamlReader, WrongTypesAreErrors) {
    EXPECT_TRUE(
        printed("keys:\n  alpha: many\n").starts_with("test.yaml:2:10: keys.alpha: 'many'"));
    EXPECT_TRUE(contains(printed("keys:\n  alpha: '0.1'\n"), "in quotes is text"));
    EXPECT_TRUE(contains(printed("keys:\n  alpha: [1]\n"), "not a list"));
    EXPECT_TRUE(contains(printed("keys:\n  alpha: {x: 1}\n"), "not a section"));
    EXPECT_TRUE(contains(printed("keys: 3\n"), "is a section"));
    EXPECT_TRUE(contains(printed("train:\n  betas: 0.9\n"), "write it as [first, second]"));
    EXPECT_TRUE(contains(printed("train:\n  betas: [0.9, [1]]\n"), "must be a number"));
    EXPECT_TRUE(contains(printed("train:\n  betas: [0.9, '0.95']\n"), "must be a number"));
    EXPECT_TRUE(contains(printed("model:\n  d_model: 1e2\n"), "in digits"));
    EXPECT_TRUE(contains(printed("name: [x]\n"), "not a list"));
    EXPECT_TRUE(contains(printed("name: |\n  two\n  lines\n"), "one line"));
}

TEST(YamlReader, NotAConfigurationAtAll) {
    EXPECT_TRUE(printed("").starts_with("test.yaml:1:1: the file contains no key"));
    EXPECT_TRUE(contains(printed("# only a comment\n"), "contains no key"));
    EXPECT_TRUE(contains(printed("---\n"), "contains no key"));
    EXPECT_TRUE(contains(printed("- a\n- b\n"), "not a list"));
    EXPECT_TRUE(contains(printed("hello\n"), "not a single value"));
    EXPECT_TRUE(contains(printed("a: 1\n---\nb: 1\n"), "second document"));
    EXPECT_TRUE(contains(printed("keys:\n\talpha: 1\n"), "2:1: a tab"));
    EXPECT_TRUE(contains(printed(std::string("\x7f"
                                             "ELF\0\1",
                                             6)),
                         "1:1: this is not a text file"));
}

TEST(YamlReader, ContradictionsStandAtAKeyInvolved) {
    EXPECT_TRUE(printed("model:\n  d_model: 100\n  num_heads: 3\n")
                    .starts_with("test.yaml:3:3: model.num_heads (3)"));
    // Only the other key is in the file.
    EXPECT_TRUE(printed("model:\n  d_model: 130\n").starts_with("test.yaml:2:3: model.num_heads"));
}

TEST(YamlReader, AllFaultsComeInOneGoInTheOrderOfTheFile) {
    const auto found = faults(
        "model:\n  d_model: -1\n  num_headz: 2\nsome:\n  top_k: 99\n  top_k: 98\n"
        "keys:\n  alpha:\n  respawn_threshold: 7\n");
    ASSERT_EQ(found.size(), 5u);
    std::vector<int> lines;
    for (const auto& fault : found)
        lines.push_back(fault.line);
    EXPECT_EQ(lines, (std::vector<int>{2, 3, 6, 8, 9}));
}

TEST(YamlReader, AFaultyKeyCausesNoContradictionBesides) {
    EXPECT_EQ(faults("model:\n  num_heads: x\n  d_model: 130\n").size(), 1u);
}

TEST(YamlReader, HugeNonsenseEndsSoonAndShort) {
    std::string text;
    for (int i = 0; i < 60'000; ++i)
        text += "key" + std::to_string(i) + ": 1\n";
    const auto start = std::chrono::steady_clock::now();
    EXPECT_LE(faults(text).size(), 200u);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
    EXPECT_LT(printed(std::string(200'000, 'k') + ": 1\n").size(), 400u);
}

}  // namespace
}  // namespace orrery
