// SPDX-License-Identifier: GPL-3.0-or-later
// keys.tokens and train.pad_in_loss mean the same to all who ask which tokens count.
#include "core/step/counted_tokens.h"

#include <gtest/gtest.h>

#include <ATen/core/grad_mode.h>

#include "core/data/tokenizer.h"
#include "core/step/key_step.h"
#include "core/step/router_step.h"
#include "core/train/layer_statistics.h"
#include "core/train/measure_probes.h"
#include "tests/core/model/small_config.h"

namespace orrery {
namespace {

constexpr std::int64_t kTokens = 30, kPads = 12, kIgnored = 2;

struct Rule {
    KeyTokens tokens;
    bool pad_in_loss;
    std::int64_t counted;  // of kTokens
    std::int64_t pads;     // among them
};
class CountedTokens : public testing::TestWithParam<Rule> {
protected:
    CountedTokens() {
        config_.keys.tokens = GetParam().tokens;
        config_.train.pad_in_loss = GetParam().pad_in_loss;
        config_.keys.usage = UsageKind::cumulative;
        config_.some.balance_loss = 0.1;
        batch_.inputs = at::arange(kTokens, at::kLong).remainder(19).add(4).view({3, 10});
        batch_.targets = at::roll(batch_.inputs, -1, 1);
        batch_.targets.slice(1, 6).fill_(std::int64_t{Tokenizer::pad_id});
        batch_.targets[0].slice(0, 0, kIgnored).fill_(-100);
    }

    Config config_ = test::smallConfig();
    StepInput batch_;
};

TEST_P(CountedTokens, AreThoseThatMoveKeys) {
    const at::NoGradGuard no_gradient;
    LanguageModel model(config_);
    const auto routing = model->forward(batch_.inputs, {}).routing;
    updateKeys(model, routing, batch_.targets, config_, 1, 10);
    for (std::int64_t layer = 0; layer < 2; ++layer)
        EXPECT_EQ(model->usage(layer).sum().item<double>(), 2.0 * GetParam().counted);
    EXPECT_EQ(keyTokens(config_, batch_.targets).sum().item<std::int64_t>(), GetParam().counted);
}

TEST_P(CountedTokens, AreThoseWhoseSelectionsAreReported) {
    const at::NoGradGuard no_gradient;
    LanguageModel model(config_);
    LayerStatistics statistics(config_);
    statistics.add(model->forward(batch_.inputs, {}).routing, batch_.targets);
    for (const Usage& usage : statistics.usageEvents(1)) {
        double sum = 0;
        for (const double count : usage.counts)
            sum += count;
        EXPECT_EQ(sum, 2.0 * GetParam().counted);
    }
}

TEST_P(CountedTokens, AreThoseThatTheProbesTellOf) {
    LanguageModel model(config_);
    const ProbeMeasures measures = measureProbes(model, batch_, config_, 1, 10);
    EXPECT_NEAR(measures.pads_in_keys, static_cast<double>(GetParam().pads) / GetParam().counted,
                1e-9);
}

TEST_P(CountedTokens, AreThoseOfTheBalanceLossInAStepOfParts) {
    for (const std::int64_t parts : {1, 3}) {
        config_.train.accumulation = parts;
        LanguageModel model(config_);
        ForwardOptions forward;
        forward.temperature = config_.train.temperature;
        forward.probabilities = true;
        const at::Tensor counted = keyTokens(config_, batch_.targets);
        double expected = 0;
        for (std::int64_t part = 0; part < parts; ++part) {
            const std::int64_t rows = 3 / parts;
            auto routing =
                model->forward(batch_.inputs.narrow(0, part * rows, rows), forward).routing;
            expected +=
                balanceLoss(routing, counted.narrow(0, part * rows * 10, rows * 10), counted.sum())
                    .item<double>();
        }
        const auto optimizer = makeOptimizer(config_.train, model);
        EXPECT_NEAR(
            trainingStep(model, *optimizer, batch_, config_, {.total_steps = 10}).balance_loss,
            expected, 1e-5);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Rules, CountedTokens,
    testing::Values(Rule{KeyTokens::all, false, kTokens, kPads},
                    Rule{KeyTokens::all, true, kTokens, kPads},
                    Rule{KeyTokens::targets, false, kTokens - kPads - kIgnored, 0},
                    Rule{KeyTokens::targets, true, kTokens - kIgnored, kPads}));

}  // namespace
}  // namespace orrery
