// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/thread_choice.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include "core/config/fields.h"
#include "core/step/optimizer.h"
#include "core/step/training_step.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

/// Large enough that torch shares its operations among threads, too.
Config wideConfig(const std::vector<std::pair<std::string, std::string>>& changes) {
    Config config;
    config.model = {
        .vocab_size = 600, .d_model = 64, .num_layers = 2, .num_heads = 4, .seq_len = 48};
    config.some.num_experts = 8;
    config.some.d_ffn = 96;
    config.some.top_k = 2;
    config.train.batch_size = 24;
    for (const auto& [key, value] : changes)
        findField(key)->set(config, parseFieldValue(*findField(key), value));
    return config;
}

std::map<std::string, at::Tensor> trained(const Config& config,
                                          const std::vector<ThreadPlan>& plans) {
    const test::Threads scope(at::get_num_threads());
    ThreadUse use;
    LanguageModel model(config);
    const auto optimizer = makeOptimizer(config.train, model);
    const at::Tensor tokens = (at::arange(24 * 49, at::kLong) * 7919).remainder(595).add(4);
    const StepInput input{tokens.view({24, 49}).narrow(1, 0, 48).contiguous(),
                          tokens.view({24, 49}).narrow(1, 1, 48).contiguous()};
    std::map<std::string, at::Tensor> state;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        use.use(plans[i]);
        const auto step = static_cast<std::int64_t>(i);
        const StepResult made = trainingStep(model, *optimizer, input, config, {step, 10, true});
        state["loss " + std::to_string(i)] = at::full({1}, made.loss, at::kDouble);
        for (std::size_t layer = 0; layer < made.routing.size(); ++layer)
            if (made.routing[layer].contribution.defined())
                state["contribution " + std::to_string(i) + std::to_string(layer)] =
                    made.routing[layer].contribution;
        state["norm " + std::to_string(i)] = at::full({1}, made.gradient_norm, at::kDouble);
    }
    for (auto& [name, tensor] : model->state(true))
        state[name] = tensor.clone();
    return state;
}

std::string firstDifference(const Config& config) {
    const auto one = trained(config, {{1, false}, {1, false}, {1, false}});
    const auto others = trained(config, {{2, false}, {3, true}, {4, false}});
    for (const auto& [name, tensor] : one)
        if (!at::equal(tensor, others.at(name))) return name;
    return {};
}

using Changes = std::vector<std::pair<std::string, std::string>>;

TEST(ThreadChoice, WithoutAnObstacleNoThreadCountChangesABit) {
    const std::vector<Changes> all = {
        {},
        {{"train.precision", "bf16"}},
        {{"some.experts", "trained"}},
        {{"some.experts", "lora"}},
        {{"some.experts", "none"}},
        {{"some.expert_dtype", "bf16"}},
        {{"some.routing", "random"}},
        {{"some.router", "linear"}},
        {{"some.balance_loss", "0.01"}},
        {{"some.balance_bias", "0.01"}},
        {{"some.search", "hnsw"}},
        {{"some.shared_library", "true"}},
        {{"model.norm", "pre"}},
        {{"model.positions", "rope"}},
        {{"model.positions", "alibi"}},
        {{"train.optimizer", "adafactor"}},
        {{"train.accumulation", "3"}},
        {{"train.pad_in_loss", "true"}},
        {{"keys.query_residual", "0.5"}},
        {{"keys.temperature", "learned"}},
    };
    int exact = 0;
    for (const Changes& changes : all) {
        const Config config = wideConfig(changes);
        const std::string name =
            changes.empty() ? "default" : changes[0].first + ": " + changes[0].second;
        const std::string difference = firstDifference(config);
        if (threadObstacle(config).empty()) {
            EXPECT_EQ(difference, "") << name;
            ++exact;
        }
    }
    EXPECT_EQ(exact, 13);
}

TEST(ThreadChoice, FixedThreadsAndDevicesStayAsTheyAre) {
    Config config = wideConfig({});
    EXPECT_FALSE(ThreadChoice(config, false, 2).settled());
    EXPECT_TRUE(ThreadChoice(config, true, 2).settled());
    EXPECT_TRUE(ThreadChoice(config, false, 1).settled());
    config.train.threads = 2;
    ThreadChoice fixed(config, false, 2);
    EXPECT_TRUE(fixed.settled());
    EXPECT_TRUE(fixed.obstacle().empty());
    EXPECT_EQ(fixed.plan(), (ThreadPlan{2, false}));
}

TEST(ThreadChoice, AppliesThePlanOfTheNextStepAndReleasesIt) {
    const test::Threads scope(2);
    ThreadChoice choice(wideConfig({}), false, 2);
    choice.apply();
    EXPECT_EQ(at::get_num_threads(), 2);
    for (int i = 0; i < 1000 && !choice.settled(); ++i) {
        choice.apply();
        EXPECT_EQ(at::get_num_threads(), choice.plan().threads);
        choice.add(choice.plan().threads == 1 ? 0.01 : 0.02);
    }
    choice.apply();
    EXPECT_EQ(at::get_num_threads(), 1);
    choice.release();
    EXPECT_EQ(at::get_num_threads(), 2);
}

}  // namespace
}  // namespace orrery
