// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/key_step.h"

#include <ATen/core/grad_mode.h>

#include <gtest/gtest.h>

#include "core/error.h"
#include "core/step/training_step.h"
#include "tests/core/model/small_config.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::smallConfig;

TEST(KeyRules, SwitchesAndWarmUp) {
    Config config = smallConfig();
    config.keys.alpha_floor = 0.001;
    KeyRules rules = keyRules(config, 0, 2, 100);
    EXPECT_DOUBLE_EQ(rules.alpha, 0.01);
    EXPECT_DOUBLE_EQ(rules.alpha_floor, 0.001);
    EXPECT_EQ(rules.delta, 0);  // warmup_steps is 2: delta begins at step 3
    EXPECT_EQ(keyRules(config, 0, 3, 100).delta, 0.001);
    config.keys.use_alpha = config.keys.use_beta = config.keys.use_delta = false;
    rules = keyRules(config, 0, 50, 100);
    EXPECT_EQ(rules.alpha, 0);
    EXPECT_EQ(rules.alpha_floor, 0);
    EXPECT_EQ(rules.beta, 0);
    EXPECT_EQ(rules.delta, 0);
}

TEST(KeyRules, BetaIsScheduledScaledAndSigned) {
    Config config = smallConfig();
    config.keys.beta_schedule = {3e-3, 1e-3};
    EXPECT_DOUBLE_EQ(keyRules(config, 0, 1, 101).beta, 3e-3);
    EXPECT_DOUBLE_EQ(keyRules(config, 0, 51, 101).beta, 2e-3);
    EXPECT_DOUBLE_EQ(keyRules(config, 0, 101, 101).beta, 1e-3);
    EXPECT_DOUBLE_EQ(keyRules(config, 0, 500, 101).beta, 1e-3);
    config.keys.beta_schedule.clear();
    config.keys.beta_layer_scale = {1, 0.5};
    config.keys.beta_sign = -1;
    EXPECT_DOUBLE_EQ(keyRules(config, 0, 1, 101).beta, -0.005);
    EXPECT_DOUBLE_EQ(keyRules(config, 1, 1, 101).beta, -0.0025);
    config.keys.beta_layer_scale = {1};
    EXPECT_THROW(keyRules(config, 1, 1, 101), Error);
    config.some.top_k = 1;
    EXPECT_EQ(keyRules(config, 0, 1, 101).beta, 0);
}

TEST(KeyRules, FrozenLayersAndNames) {
    Config config = smallConfig();
    config.keys.frozen_layers = {1};
    EXPECT_FALSE(keyRules(config, 0, 1, 10).frozen);
    EXPECT_TRUE(keyRules(config, 1, 1, 10).frozen);
    config.keys.normalize = KeyNormalization::clamp;
    EXPECT_EQ(keyRules(config, 0, 1, 10).normalize, KeyRules::Normalize::clamp);
    EXPECT_NE(keyRules(smallConfig(), 0, 1, 10).seed, keyRules(smallConfig(), 1, 1, 10).seed);
    EXPECT_NE(keyRules(smallConfig(), 0, 1, 10).seed, keyRules(smallConfig(), 0, 2, 10).seed);
}

/// Keys of layer 0 after one update of a model that `interventions` act on.
at::Tensor keysAfter(LanguageModel& model, const std::string& interventions) {
    const at::NoGradGuard no_gradient;
    model->intervene(interventions);
    const at::Tensor tokens = at::arange(30, at::kLong).remainder(23).view({3, 10});
    const auto routing = model->forward(tokens, {}).routing;
    updateKeys(model, routing, tokens, model->config(), 5, 10);
    return model->keys(0).clone();
}

TEST(KeyStep, AFrozenKeyStaysAndItsUsageMoves) {
    LanguageModel model(smallConfig()), free(smallConfig());
    const at::Tensor before = model->keys(0).clone();
    const at::Tensor after = keysAfter(model, "freeze-key 0:1,0:4"), moved = keysAfter(free, "");
    for (int expert = 0; expert < 6; ++expert)
        EXPECT_EQ(at::equal(after[expert], before[expert]), expert == 1 || expert == 4) << expert;
    EXPECT_FALSE(at::equal(moved[1], before[1]));
    EXPECT_TRUE(at::equal(model->usage(0), free->usage(0)));
    EXPECT_TRUE(at::equal(model->keys(1), free->keys(1))) << "the other layer";
}

TEST(KeyStep, SwappedKeysMoveWhereTheyServe) {
    LanguageModel swapped(smallConfig()), made(smallConfig());
    const at::Tensor order = at::tensor({0, 5, 2, 3, 4, 1}, at::kLong);
    made->keys(0).copy_(made->keys(0).index_select(0, order));
    const at::Tensor expected = keysAfter(made, "").index_select(0, order);
    EXPECT_TRUE(at::equal(keysAfter(swapped, "swap-keys 0:1=0:5"), expected));
    EXPECT_TRUE(at::equal(swapped->usage(0), made->usage(0)));
}

TEST(KeyStep, AMovedKeyIsHeldThereAndGoesOnFromThere) {
    LanguageModel model(smallConfig());
    const std::string place = "1/0/0/0/0/0/0/0";
    const at::Tensor put = keysAfter(model, "move-key 0:2=" + place);
    EXPECT_TRUE(at::equal(put[2], at::tensor({1.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F})));
    EXPECT_TRUE(at::equal(keysAfter(model, "move-key 0:2=" + place)[2], put[2]));
    LanguageModel other(smallConfig());
    other->keys(0).copy_(model->keys(0));
    other->keys(1).copy_(model->keys(1));
    other->usage(0).copy_(model->usage(0));
    EXPECT_TRUE(at::equal(keysAfter(model, ""), keysAfter(other, "")));
}

/// What one update leaves as usage when it is just this batch's counts.
double selections(Config config, const at::Tensor& targets, std::int64_t step = 1) {
    config.keys.usage = UsageKind::cumulative;
    LanguageModel model(config);
    const at::Tensor tokens = at::arange(30, at::kLong).remainder(23).view({3, 10});
    at::NoGradGuard no_gradient;
    const auto routing = model->forward(tokens, {}).routing;
    KeyStep update(config, step, 10);
    update.add(routing, allTokens(targets));
    update.apply(model);
    return model->usage(1).sum().item<double>();
}

TEST(KeyStep, TokensThatTakePart) {
    Config config = smallConfig();  // keys.tokens: targets, two experts a token
    at::Tensor targets = at::full({3, 10}, 5, at::kLong);
    EXPECT_EQ(selections(config, targets), 60);
    targets[0].narrow(0, 6, 4).fill_(1);     // padding
    targets[1].narrow(0, 8, 2).fill_(-100);  // ignored
    EXPECT_EQ(selections(config, targets), 48);
    config.train.pad_in_loss = true;
    EXPECT_EQ(selections(config, targets), 56);
    config.keys.tokens = KeyTokens::all;
    EXPECT_EQ(selections(config, targets), 60);
}

TEST(KeyStep, AFractionOfTheTokensBySeed) {
    Config config = smallConfig();
    config.keys.token_fraction = 0.5;
    const at::Tensor targets = at::full({3, 10}, 5, at::kLong);
    const double first = selections(config, targets);
    EXPECT_GT(first, 10);
    EXPECT_LT(first, 50);
    EXPECT_EQ(selections(config, targets), first);
}

TEST(KeyStep, EveryNthStepOnly) {
    Config config = smallConfig();
    config.keys.update_every = 3;
    const at::Tensor targets = at::full({3, 10}, 5, at::kLong);
    EXPECT_EQ(selections(config, targets, 1), 0);
    EXPECT_EQ(selections(config, targets, 2), 0);
    EXPECT_EQ(selections(config, targets, 3), 60);
}

TEST(KeyStep, RespawnsInAModel) {
    Config config = smallConfig();
    config.keys.respawn_threshold = 0.5;
    config.keys.normalize = KeyNormalization::none;
    LanguageModel model(config);
    const at::Tensor tokens = at::arange(30, at::kLong).remainder(23).view({3, 10});
    at::NoGradGuard no_gradient;
    model->keys(0)[4].mul_(0.01);
    const auto routing = model->forward(tokens, {}).routing;
    const auto changes = updateKeys(model, routing, at::full({3, 10}, 5, at::kLong), config, 1, 10);
    EXPECT_EQ(changes[0].respawned, 1);
    EXPECT_EQ(changes[0].respawned_experts, std::vector<std::int64_t>{4});
    EXPECT_EQ(changes[1].respawned, 0);
    EXPECT_NEAR(model->keys(0)[4].norm().item<double>(), 1, 1e-5);
}

TEST(KeyStep, ControlsCountUsageOnly) {
    Config config = smallConfig();
    config.some.routing = Routing::hash;
    EXPECT_EQ(selections(config, at::full({3, 10}, 5, at::kLong)), 60);
}

}  // namespace
}  // namespace orrery
