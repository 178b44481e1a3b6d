// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>

#include "core/config/yaml.h"
#include "tests/core/config/sample_values.h"

namespace orrery {
namespace {

TEST(YamlWriter, WritesEveryKeyOnALineOfItsOwn) {
    const std::string text = toYaml(Config{});
    const auto lines = std::ranges::count(text, '\n');
    EXPECT_EQ(lines, static_cast<std::ptrdiff_t>(fields().size()) + 8);  // and 8 sections
    EXPECT_TRUE(text.starts_with("name: run\nmodel:\n  vocab_size: 2048\n"));
    EXPECT_NE(text.find("  learning_rate: 6.0e-4\n"), std::string::npos);
}

/// Readers of YAML 1.1 take 1e-8 and 1.0e8 for text.
TEST(YamlWriter, ExponentsHaveAPointAndASign) {
    Config config;
    config.train.eps = 1e-8;
    config.keys.theta = 2.5e8;
    config.train.betas = {1e-10, 0.95};
    config.train.clip_norm = 1e5;
    const std::string text = toYaml(config);
    for (const char* line : {"  eps: 1.0e-8\n", "  theta: 2.5e+8\n", "  betas: [1.0e-10, 0.95]\n",
                             "  clip_norm: 1.0e+5\n"})
        EXPECT_NE(text.find(line), std::string::npos) << line << text;
    EXPECT_TRUE(parseConfig(text, "x.yaml") == config);
    EXPECT_EQ(patchYaml("train:\n  eps: 1e-6 # a\n", "train.eps", 1e-9),
              "train:\n  eps: 1.0e-9 # a\n");
}

TEST(YamlWriter, ReadsBackEqualForEveryField) {
    for (const Field& field : fields()) {
        const auto sample = testing::sampleFor(field);
        if (!validate(sample.config).empty()) continue;  // not available in this version
        EXPECT_TRUE(parseConfig(toYaml(sample.config), "x.yaml") == sample.config) << field.key;
    }
}

TEST(YamlWriter, OnlyValuesOfLaterVersionsAreSkippedAbove) {
    std::vector<std::string> refused;
    for (const Field& field : fields())
        if (!validate(testing::sampleFor(field).config).empty()) refused.push_back(field.key);
    for (const auto& key : refused)
        EXPECT_NE(
            validate(testing::sampleFor(*findField(key)).config)[0].message.find("not available"),
            std::string::npos)
            << key;
    EXPECT_LT(refused.size(), 13u);
}

}  // namespace
}  // namespace orrery
