// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/variants.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/config/yaml.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

Config published(const std::string& name) {
    return loadConfig(fs::path(ORRERY_SOURCE_DIR) / "configs/published" / (name + ".yaml"));
}

TEST(Variants, NoneChangesNothing) {
    const Config config = published("mvp_v3");
    EXPECT_TRUE(applyVariant(config, {}) == config);
    EXPECT_EQ(Variant{}.text(), "");
}

TEST(Variants, HonestIsCausalAndCountsRealTokensOnly) {
    const Config before = published("mvp_v3");
    ASSERT_FALSE(before.model.causal);
    ASSERT_TRUE(before.train.pad_in_loss);
    const Config config = applyVariant(before, {.honest = true});
    EXPECT_TRUE(config.model.causal);
    EXPECT_FALSE(config.train.pad_in_loss);
    EXPECT_EQ(config.keys.tokens, KeyTokens::targets);
    EXPECT_EQ(config.data.packing, Packing::packed);
    EXPECT_EQ(config.eval.batches, 0);
    EXPECT_EQ(before.train.precision, Precision::bf16) << "AMP, as document 000 says";
    EXPECT_EQ(config.train.precision, Precision::fp32);
    EXPECT_EQ(config.name, "mvp_v3-honest");
    std::vector<std::string> keys;
    for (const auto& [key, value] : changedFields(before, config))
        keys.push_back(key);
    EXPECT_EQ(keys, (std::vector<std::string>{"name", "model.causal", "keys.tokens", "data.packing",
                                              "train.pad_in_loss", "train.precision"}));
}

TEST(Variants, TinyKeepsDepthAndRatios) {
    const Config before = published("series_a4");
    const Config config = applyVariant(before, {.honest = false, .tiny = true});
    EXPECT_EQ(config.name, "series_a4-tiny");
    EXPECT_EQ(config.model.num_layers, 10);
    EXPECT_EQ(config.model.num_heads, 2);
    EXPECT_EQ(config.model.d_model, 64);
    EXPECT_EQ(config.some.d_ffn, 128);
    EXPECT_EQ(config.some.num_experts, 16);
    EXPECT_EQ(config.some.top_k, 2);
    EXPECT_EQ(config.train.max_steps, 20);
    EXPECT_NEAR(config.train.learning_rate, 8 * 6e-4, 1e-12);
    EXPECT_TRUE(config.train.pad_in_loss) << "only the honest form changes what is counted";
    EXPECT_EQ(applyVariant(before, {.honest = true, .tiny = true}).name, "series_a4-honest-tiny");
}

TEST(Variants, AConstantThresholdShrinksAsTheBatchDoes) {
    const Config before = published("mvp_v3");
    const Config config = applyVariant(before, {.honest = false, .tiny = true});
    const double share = (2.0 * 128 * 2 / 8) / (64.0 * 256 * 4 / 32);
    EXPECT_NEAR(config.keys.theta, 200 * share, 1e-9);
}

TEST(Variants, EveryConfigurationHasBothForms) {
    int runs = 0;
    for (const auto& entry :
         fs::directory_iterator(fs::path(ORRERY_SOURCE_DIR) / "configs/published")) {
        if (entry.path().extension() != ".yaml") continue;
        ++runs;
        const Config config = loadConfig(entry.path());
        EXPECT_EQ(config.name, entry.path().stem());
        for (const Variant& variant :
             {Variant{true, false}, Variant{false, true}, Variant{true, true}}) {
            const Config changed = applyVariant(config, variant);
            EXPECT_LE(changed.some.top_k, changed.some.num_experts);
            EXPECT_EQ(changed.model.d_model % (2 * changed.model.num_heads), 0);
        }
    }
    EXPECT_EQ(runs, 24);
}

TEST(Variants, WhatIsAskedForStays) {
    Config before = published("series_a1");
    before.data.packing = Packing::none;
    before.train.max_steps = 500;
    const Config config = applyVariant(before, {true, true}, {"data.packing", "train.max_steps"});
    EXPECT_EQ(config.data.packing, Packing::none);
    EXPECT_EQ(config.train.max_steps, 500);
    EXPECT_TRUE(config.model.causal);
}

TEST(Variants, AFormThatCanNotRunIsRefusedWithItsName) {
    Config before;
    before.model.num_layers = 2;
    before.train.warmup = 700;
    before.train.max_steps = 800;
    EXPECT_NO_THROW(applyVariant(before, {false, true}));
    before.name = std::string(98, 'x');
    try {
        applyVariant(before, {true, false});
        FAIL() << "a name of 105 characters is too long";
    } catch (const ConfigError& error) {
        EXPECT_NE(std::string(error.what()).find("the honest form of xxx"), std::string::npos);
    }
}

TEST(Rules, EachGenerationCanBeExtended) {
    const fs::path folder = fs::path(ORRERY_SOURCE_DIR) / "configs/rules";
    for (const char* generation : {"1", "2", "4", "5", "7"}) {
        const Config config = parseConfig("extends: generation" + std::string(generation) + ".yaml",
                                          folder / "x.yaml");
        EXPECT_EQ(config.keys.tokens, generation[0] < '5' ? KeyTokens::all : KeyTokens::targets);
        EXPECT_EQ(config.keys.beta_inertia,
                  generation[0] < '5' ? BetaInertia::min : BetaInertia::max);
        EXPECT_EQ(config.train.pad_in_loss, generation[0] < '5');
        EXPECT_EQ(config.keys.normalize,
                  generation[0] == '7' ? KeyNormalization::clamp : KeyNormalization::all);
        EXPECT_EQ(config.some.normalize_query, generation[0] != '1');
    }
}

TEST(Variants, AreKnownByTheNameAndTheKeysThatTheyChanged) {
    for (const bool honest : {false, true})
        for (const bool tiny : {false, true}) {
            const Variant made{honest, tiny};
            EXPECT_EQ(variantOf(applyVariant(Config{}, made)).text(), made.text());
        }
    Config named;
    named.name = "my-honest";
    EXPECT_EQ(variantOf(named).text(), "") << "its samples are not packed";
    named.name = "tiny";
    EXPECT_EQ(variantOf(named).text(), "") << "a name, not a form";
}

}  // namespace
}  // namespace orrery
