// SPDX-License-Identifier: GPL-3.0-or-later
// The naive way is a second implementation: it must come to the same numbers.
#include "core/bench/naive_step.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "core/step/optimizer.h"
#include "core/step/training_step.h"

namespace orrery {
namespace {

Config smallConfig() {
    Config c;
    c.model.vocab_size = 40;
    c.model.d_model = 16;
    c.model.num_layers = 2;
    c.model.num_heads = 2;
    c.model.seq_len = 12;
    c.some.num_experts = 8;
    c.some.d_ffn = 24;
    c.some.top_k = 3;
    c.keys.alpha = 0.05;
    c.keys.warmup_steps = 1;
    c.train.batch_size = 3;
    c.train.schedule = LearningRateSchedule::constant;
    c.train.learning_rate = 3e-3;
    c.train.temperature = 0.8;
    return c;
}

void expectSame(const Config& config) {
    LanguageModel model(config);
    const auto optimizer = makeOptimizer(config.train, model);
    NaiveTraining naive(config, model->state(true));
    at::manual_seed(5);
    for (int step = 0; step < 4; ++step) {
        const at::Tensor inputs = at::randint(4, config.model.vocab_size, {3, 12}, at::kLong);
        const at::Tensor targets = at::randint(4, config.model.vocab_size, {3, 12}, at::kLong);
        const StepResult fast =
            trainingStep(model, *optimizer, {inputs, targets}, config, {step, 100, false});
        const double loss = naive.step(inputs, targets, config.train.learning_rate);
        EXPECT_NEAR(loss, fast.loss, 1e-5) << "step " << step;
        for (std::int64_t layer = 0; layer < config.model.num_layers; ++layer)
            EXPECT_LT((naive.keys(layer) - model->keys(layer)).abs().max().item<double>(), 3e-5);
    }
}

TEST(NaiveTraining, AgreesWithTheFastWay) {
    expectSame(smallConfig());
}

TEST(NaiveTraining, AgreesForPreNormAndALinearRouter) {
    Config config = smallConfig();
    config.model.norm = NormPlacement::pre;
    config.model.causal = false;
    config.some.router = RouterKind::linear;
    config.keys.beta_inertia = BetaInertia::min;
    expectSame(config);
}

TEST(NaiveTraining, RefusesWhatItDoesNotKnow) {
    Config config = smallConfig();
    config.some.experts = ExpertKind::trained;
    EXPECT_THROW(NaiveTraining(config, {}), Error);
}

}  // namespace
}  // namespace orrery
