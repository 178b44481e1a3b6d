// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <sstream>

#include "core/config/yaml.h"
#include "tests/core/config/sample_values.h"

namespace orrery {
namespace {

std::vector<std::string> lines(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> result;
    for (std::string line; std::getline(stream, line);)
        result.push_back(line);
    return result;
}

std::string alpha(const std::string& text, double value = 0.5) {
    return patchYaml(text, "keys.alpha", value);
}

TEST(YamlPatch, ChangesOneLineForEveryField) {
    const std::string before = toYaml(Config{});
    for (const Field& field : fields()) {
        SCOPED_TRACE(field.key);
        const auto sample = testing::sampleFor(field);
        const std::string after = patchYaml(before, field.key, sample.value);
        const auto old_lines = lines(before), new_lines = lines(after);
        ASSERT_EQ(old_lines.size(), new_lines.size());
        int changed = 0;
        for (std::size_t i = 0; i < old_lines.size(); ++i)
            changed += old_lines[i] != new_lines[i];
        EXPECT_EQ(changed, 1);
        EXPECT_EQ(patchYaml(after, field.key, field.default_value), before);
        if (!validate(sample.config).empty()) continue;  // not available in this version
        EXPECT_TRUE(parseConfig(after, "x.yaml") == sample.config);
    }
}

TEST(YamlPatch, AddsEveryFieldToAnAlmostEmptyFile) {
    for (const Field& field : fields()) {
        const auto sample = testing::sampleFor(field);
        if (!validate(sample.config).empty()) continue;
        for (const std::string start :
             {"", "# note\n", "name: run", "{}", "name: run\nkeys: {}\n"}) {
            const std::string after = patchYaml(start, field.key, sample.value);
            EXPECT_TRUE(parseConfig(after, "x.yaml") == sample.config)
                << field.key << " in '" << start << "':\n"
                << after;
        }
    }
}

TEST(YamlPatch, WithoutAChangeEveryByteStays) {
    const std::string text = "keys:   # the forces\r\n   alpha:  0.010   # as published\r\n";
    EXPECT_EQ(alpha(text, 0.01), text);
}

TEST(YamlPatch, KeepsCommentsSpacesAndLineEnds) {
    EXPECT_EQ(alpha("keys:  # forces\n    alpha:   0.01   # published\n    beta: 0\n"),
              "keys:  # forces\n    alpha:   0.5   # published\n    beta: 0\n");
    EXPECT_EQ(alpha("keys:\r\n  alpha: 0.01\r\n"), "keys:\r\n  alpha: 0.5\r\n");
    EXPECT_EQ(alpha("keys:\n  alpha: 0.01"), "keys:\n  alpha: 0.5");
    EXPECT_EQ(alpha("\xEF\xBB\xBFkeys:\n  alpha: 0.01\n"), "\xEF\xBB\xBFkeys:\n  alpha: 0.5\n");
    EXPECT_EQ(alpha("---\nkeys:\n  \"alpha\": 0.01\n...\n"), "---\nkeys:\n  \"alpha\": 0.5\n...\n");
}

TEST(YamlPatch, WorksInFlowMaps) {
    EXPECT_EQ(alpha("keys: {alpha: 0.01, beta: 0}  # x\n"), "keys: {alpha: 0.5, beta: 0}  # x\n");
    EXPECT_EQ(alpha("keys: {beta: 0, 'alpha': 0.01}\n"), "keys: {beta: 0, 'alpha': 0.5}\n");
    EXPECT_EQ(alpha("keys: {beta: 0 }\n"), "keys: {beta: 0, alpha: 0.5 }\n");
    EXPECT_EQ(alpha("keys: {}\n"), "keys: {alpha: 0.5}\n");
    EXPECT_EQ(alpha("{name: x, keys: {frozen_layers: [1, 2]}}\n"),
              "{name: x, keys: {frozen_layers: [1, 2], alpha: 0.5}}\n");
    EXPECT_EQ(alpha("{name: x}\n"), "{name: x, keys: {alpha: 0.5}}\n");
    EXPECT_EQ(alpha("keys: {\n  beta: 0,  # pull\n  delta: 0\n}\n"),
              "keys: {\n  beta: 0,  # pull\n  delta: 0, alpha: 0.5\n}\n");
}

TEST(YamlPatch, AddsAKeyToItsSection) {
    EXPECT_EQ(alpha("keys:\n  beta: 0  # pull\n\ntrain:\n  seed: 2\n"),
              "keys:\n  beta: 0  # pull\n  alpha: 0.5\n\ntrain:\n  seed: 2\n");
    EXPECT_EQ(alpha("keys:\n    beta: 0"), "keys:\n    beta: 0\n    alpha: 0.5");
    EXPECT_EQ(alpha("keys:\r\n  beta: 0\r\n"), "keys:\r\n  beta: 0\r\n  alpha: 0.5\r\n");
    EXPECT_EQ(alpha("keys:\n  frozen_layers:\n  - 1\n  - 2 # two\ntrain:\n  seed: 2\n"),
              "keys:\n  frozen_layers:\n  - 1\n  - 2 # two\n  alpha: 0.5\ntrain:\n  seed: 2\n");
}

TEST(YamlPatch, AddsASectionAtTheEnd) {
    EXPECT_EQ(alpha("name: x\n# end\n"), "name: x\n# end\nkeys:\n  alpha: 0.5\n");
    EXPECT_EQ(alpha("name: x"), "name: x\nkeys:\n  alpha: 0.5");
    EXPECT_EQ(alpha("  name: x\n"), "  name: x\n  keys:\n    alpha: 0.5\n");
    EXPECT_EQ(alpha("name: x\n...\n"), "name: x\nkeys:\n  alpha: 0.5\n...\n");
}

TEST(YamlPatch, FillsValuesThatAreAbsent) {
    EXPECT_EQ(alpha("keys:\n  alpha:  # soon\n  beta: 0\n"),
              "keys:\n  alpha: 0.5  # soon\n  beta: 0\n");
    EXPECT_EQ(alpha("keys:\n  alpha: ~ # soon\n"), "keys:\n  alpha: 0.5 # soon\n");
    EXPECT_EQ(alpha("keys: {alpha: , beta: 0}\n"), "keys: {alpha: 0.5 , beta: 0}\n");
    EXPECT_EQ(alpha("name: x\nkeys:\n"), "name: x\nkeys: {alpha: 0.5}\n");
}

TEST(YamlPatch, TheNameGoesFirst) {
    EXPECT_EQ(patchYaml("# head\nkeys:\n  alpha: 0.5\n", "name", std::string("x")),
              "# head\nname: x\nkeys:\n  alpha: 0.5\n");
    EXPECT_EQ(patchYaml("\xEF\xBB\xBFkeys: {}\r\n", "name", std::string("x")),
              "\xEF\xBB\xBFname: x\r\nkeys: {}\r\n");
    EXPECT_EQ(patchYaml("name: 'a # b' # c\n", "name", std::string("it's")), "name: 'it''s' # c\n");
    EXPECT_EQ(patchYaml("name: \"a \\\" # b\" # c\n", "name", std::string("x")), "name: x # c\n");
}

TEST(YamlPatch, ListsKeepTheirForm) {
    const auto betas = [](const std::string& text, std::vector<double> value) {
        return patchYaml(text, "train.betas", value);
    };
    EXPECT_EQ(betas("train:\n  betas:  # two\n  - 0.90 # first\n  - 0.95\n", {0.9, 0.99}),
              "train:\n  betas:  # two\n  - 0.90 # first\n  - 0.99\n");
    EXPECT_EQ(betas("train: {betas: [0.90, 0.95]}\n", {0.9, 0.99}),
              "train: {betas: [0.90, 0.99]}\n");
    EXPECT_EQ(betas("train:\n  betas: [0.9, 0.95] # x\n  seed: 2\n", {}),
              "train:\n  betas: [] # x\n  seed: 2\n");
    EXPECT_EQ(betas("train:\n  betas:  # two\n  - 0.9\n  - 0.95\n  seed: 2\n", {0.5}),
              "train:\n  betas: [0.5]  # two\n  seed: 2\n");
    EXPECT_EQ(betas("train:\n  betas: []\n", {0.5, 0.6}), "train:\n  betas: [0.5, 0.6]\n");
}

TEST(YamlPatch, RefusesWhatItCanNotChangeSafely) {
    EXPECT_THROW(alpha("keys: [\n"), Error);
    EXPECT_THROW(alpha("- a\n"), Error);
    EXPECT_THROW(alpha("keys: 3\n"), Error);
    EXPECT_THROW(alpha("keys: &x {alpha: 1}\n"), Error);
    EXPECT_THROW(patchYaml("name: x\n", "keys.gamma", 0.5), Error);
    EXPECT_THROW(patchYaml("name: x\n", "keys.alpha", std::int64_t{1}), Error);
    EXPECT_THROW(patchYaml("name: two\n  lines\n", "name", std::string("x")), Error);
}

}  // namespace
}  // namespace orrery
