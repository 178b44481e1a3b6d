// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <functional>

#include "core/config/contradictions.h"
#include "core/config/yaml.h"

namespace orrery {
namespace {

struct Case {
    const char* name;
    std::function<void(Config&)> change;
    const char* key;      // the diagnostic names it
    const char* message;  // a part of the text
};

class Contradictions : public ::testing::TestWithParam<Case> {};

TEST_P(Contradictions, AreFoundAndExplained) {
    Config config;
    GetParam().change(config);
    const auto found = validate(config);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].key, GetParam().key);
    EXPECT_NE(found[0].message.find(GetParam().message), std::string::npos) << found[0].message;
}

const Case cases[] = {
    {"heads", [](Config& c) { c.model.num_heads = 3; }, "model.num_heads", "must divide"},
    {"odd_sinusoidal", [](Config& c) { c.model.d_model = 127, c.model.num_heads = 1; },
     "model.d_model", "even"},
    {"odd_rope",
     [](Config& c) {
         c.model = {.d_model = 12, .num_heads = 4, .positions = PositionEncoding::rope};
     },
     "model.positions", "rope"},
    {"top_k", [](Config& c) { c.some.top_k = 33; }, "some.top_k", "above some.num_experts"},
    {"layer_scale",
     [](Config& c) {
         c.keys.beta_layer_scale = {1, 1, 1};
     },
     "keys.beta_layer_scale", "has 3 numbers"},
    {"frozen", [](Config& c) { c.keys.frozen_layers = {4}; }, "keys.frozen_layers", "0 to 3"},
    {"frozen_twice",
     [](Config& c) {
         c.keys.frozen_layers = {1, 1};
     },
     "keys.frozen_layers", "twice"},
    {"beta_sign", [](Config& c) { c.keys.beta_sign = 0; }, "keys.beta_sign", "1 or -1"},
    {"beta_schedule", [](Config& c) { c.keys.beta_schedule = {0.1}; }, "keys.beta_schedule",
     "two numbers"},
    {"theta", [](Config& c) { c.keys.theta = 200, c.keys.theta_percentile = 0.1; }, "keys.theta",
     "both set"},
    {"alpha_floor", [](Config& c) { c.keys.alpha_floor = 0.02; }, "keys.alpha_floor",
     "above keys.alpha"},
    {"band_order",
     [](Config& c) {
         c.keys.entropy_band = {2.5, 1.5};
     },
     "keys.entropy_band", "lower one first"},
    {"band_length", [](Config& c) { c.keys.entropy_band = {1}; }, "keys.entropy_band", "two"},
    {"betas", [](Config& c) { c.train.betas = {0.9}; }, "train.betas", "two numbers"},
    {"accumulation", [](Config& c) { c.train.accumulation = 17; }, "train.accumulation",
     "above train.batch_size"},
    {"intervention_expert", [](Config& c) { c.some.interventions = "freeze-key 0:32"; },
     "some.interventions", "a layer has 0 to 31"},
    {"intervention_word", [](Config& c) { c.some.interventions = "remove 0:3"; },
     "some.interventions", "does not begin with one of"},
    {"name_slash", [](Config& c) { c.name = "a/b"; }, "name", "folder"},
    {"name_dots", [](Config& c) { c.name = ".."; }, "name", "folder"},
    {"name_long", [](Config& c) { c.name = std::string(101, 'x'); }, "name", "100"},
    {"lora_rank", [](Config& c) { c.some.experts = ExpertKind::lora, c.some.lora_rank = 129; },
     "some.lora_rank", "narrower side"},
    {"trained_bf16",
     [](Config& c) { c.some.experts = ExpertKind::trained, c.some.expert_dtype = Precision::bf16; },
     "some.expert_dtype", "frozen"},
};
INSTANTIATE_TEST_SUITE_P(Validate, Contradictions, ::testing::ValuesIn(cases),
                         [](const auto& info) { return info.param.name; });

TEST(Validate, AcceptsTheDefaultsAndThePublishedShapes) {
    EXPECT_TRUE(validate(Config{}).empty());
    Config series;
    series.model = {
        .vocab_size = 8192, .d_model = 512, .num_layers = 10, .num_heads = 8, .seq_len = 768};
    series.some.num_experts = 512;
    series.some.d_ffn = 1024;
    EXPECT_TRUE(validate(series).empty());
    series.some.experts = ExpertKind::none;
    series.some.num_experts = 1;  // no experts: top_k does not matter
    EXPECT_TRUE(validate(series).empty());
}

TEST(Validate, ReportsAllFaultsTogether) {
    Config config;
    config.model.num_heads = 3;
    config.some.top_k = 99;
    config.train.betas = {};
    EXPECT_EQ(validate(config).size(), 3u);
}

}  // namespace
}  // namespace orrery
