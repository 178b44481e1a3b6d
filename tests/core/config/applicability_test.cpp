// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/config/fields.h"

namespace orrery {
namespace {

std::string reason(const char* key, const Config& config) {
    return findField(key)->inapplicable(config);
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(Applicability, EverythingThatTheDefaultsUseIsLive) {
    for (const char* key : {"name", "model.d_model", "some.top_k", "keys.alpha", "keys.beta",
                            "keys.theta_percentile", "train.epochs", "data.domain"})
        EXPECT_EQ(reason(key, Config{}), "") << key;
}

TEST(Applicability, BetaNeedsPairs) {
    Config config;
    config.some.top_k = 1;
    EXPECT_TRUE(contains(reason("keys.beta", config), "top_k above 1"));
    EXPECT_TRUE(contains(reason("keys.beta_inertia", config), "top_k above 1"));
    EXPECT_EQ(reason("keys.alpha", config), "");
}

TEST(Applicability, WithoutARouterThereAreNoKeys) {
    Config config;
    config.some.routing = Routing::random;
    for (const char* key : {"some.router", "keys.alpha", "keys.normalize", "keys.query_residual",
                            "train.temperature", "snapshots.keys_every"})
        EXPECT_TRUE(contains(reason(key, config), "some.routing is random")) << key;
    EXPECT_EQ(reason("some.top_k", config), "");
}

TEST(Applicability, WithoutExpertsNothingIsRouted) {
    Config config;
    config.some.experts = ExpertKind::none;
    for (const char* key : {"some.num_experts", "some.router", "keys.alpha", "checkpoint.experts"})
        EXPECT_TRUE(contains(reason(key, config), "there are no experts")) << key;
    EXPECT_EQ(reason("some.experts", config), "");
}

TEST(Applicability, SwitchesExplainTheirForce) {
    Config config;
    config.keys.use_alpha = config.keys.use_beta = config.keys.use_delta = false;
    EXPECT_TRUE(contains(reason("keys.alpha_floor", config), "use_alpha is false"));
    EXPECT_TRUE(contains(reason("keys.beta", config), "use_beta is false"));
    EXPECT_TRUE(contains(reason("keys.theta", config), "use_delta is false"));
    EXPECT_EQ(reason("keys.use_beta", config), "");
}

TEST(Applicability, FieldsThatAnotherValueReplaces) {
    Config config;
    config.keys.theta = 200;
    config.keys.usage = UsageKind::cumulative;
    config.train.max_steps = 10;
    config.data.corpus = "text.txt";
    EXPECT_FALSE(reason("keys.theta_percentile", config).empty());
    EXPECT_FALSE(reason("keys.ema_decay", config).empty());
    EXPECT_FALSE(reason("train.epochs", config).empty());
    EXPECT_FALSE(reason("data.domain", config).empty());
    EXPECT_FALSE(reason("data.split", Config{}).empty());
    EXPECT_FALSE(reason("some.sparsity", Config{}).empty());
    EXPECT_FALSE(reason("some.lora_rank", Config{}).empty());
}

}  // namespace
}  // namespace orrery
