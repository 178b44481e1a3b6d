// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/training_step.h"

#include <ATen/core/grad_mode.h>

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/config/fields.h"
#include "core/error.h"
#include "core/model/trained_parts.h"
#include "core/step/key_step.h"
#include "core/step/optimizer.h"
#include "tests/core/model/small_config.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::smallConfig;

StepInput someInput(std::int64_t batch = 4) {
    const at::Tensor tokens =
        (at::arange(batch * 11, at::kLong) * 7).remainder(19).add(4).view({batch, 11});
    StepInput input{tokens.narrow(1, 0, 10).contiguous(), tokens.narrow(1, 1, 10).contiguous()};
    input.targets[0].narrow(0, 7, 3).fill_(1);
    return input;
}

struct Trained {
    LanguageModel model;
    StepResult last;
};

Trained train(const Config& config, int steps, const StepInput& input = someInput()) {
    Trained result{LanguageModel(config), {}};
    const auto optimizer = makeOptimizer(config.train, result.model);
    for (int step = 0; step < steps; ++step)
        result.last = trainingStep(result.model, *optimizer, input, config, {step, steps, false});
    return result;
}

TEST(TrainingStep, LearnsABatchByHeart) {
    Config config = smallConfig();
    config.train.learning_rate = 0.02;
    const double first = train(config, 1).last.loss;
    EXPECT_NEAR(first, std::log(23.0), 1.0);
    EXPECT_LT(train(config, 60).last.loss, 0.5 * first);
}

TEST(TrainingStep, ReportsBothLosses) {
    const StepInput input = someInput();
    const StepResult result = train(smallConfig(), 1, input).last;
    EXPECT_EQ(result.targets, 40);
    EXPECT_EQ(result.real_targets, 37);
    LanguageModel model(smallConfig());
    const at::Tensor logits = model->forward(input.inputs, {}).logits.view({40, 23});
    const at::Tensor losses =
        at::cross_entropy_loss(logits, input.targets.view({-1}), {}, at::Reduction::None);
    EXPECT_NEAR(result.loss_with_pads, losses.mean().item<double>(), 1e-5);
    EXPECT_NEAR(result.loss,
                losses.masked_select(input.targets.view({-1}) != 1).mean().item<double>(), 1e-5);
    EXPECT_GT(result.gradient_norm, 0);
    EXPECT_EQ(result.routing.size(), 2U);
    EXPECT_EQ(result.key_changes.size(), 2U);
}

TEST(TrainingStep, PaddingIsOptimizedOnlyWhenAsked) {
    Config config = smallConfig();
    const StepInput input = someInput();
    StepInput ignored{input.inputs, input.targets.masked_fill(input.targets == 1, -100)};
    const auto masked = train(config, 2, input).model->state(false);
    const auto other = train(config, 2, ignored).model->state(false);
    for (const auto& [name, tensor] : masked)
        EXPECT_TRUE(at::equal(tensor, other.at(name))) << name;
    config.train.pad_in_loss = true;
    EXPECT_FALSE(at::equal(train(config, 2, input).model->state(false).at("lm_head.bias"),
                           masked.at("lm_head.bias")));
}

/// Parts left out stay as the seed draws them, decay included; the others learn.
TEST(TrainingStep, OnlyPartsThatAreTrainedMove) {
    for (const OptimizerKind optimizer : {OptimizerKind::adamw, OptimizerKind::adafactor})
        for (const TrainedPart part : TrainConfig().parts) {
            Config config = smallConfig();
            config.train.optimizer = optimizer;
            config.train.parts = {part};
            const auto drawn = LanguageModel(config)->state(true);
            const Trained trained = train(config, 3);
            int moved = 0;
            for (const auto& [name, tensor] : trained.model->state(true)) {
                if (name.ends_with(".keys") || name.ends_with(".usage")) continue;
                const bool own = name.find(".experts.") == std::string::npos &&
                                 partOf(name) == std::optional(part);
                EXPECT_EQ(at::equal(tensor, drawn.at(name)), !own) << name;
                moved += own;
            }
            EXPECT_GT(moved, 0);
            EXPECT_GT(trained.last.gradient_norm, 0);
        }
}

TEST(TrainingStep, WithNothingTrainedKeysMoveAllTheSame) {
    Config config = smallConfig();
    config.train.parts = {};
    const auto drawn = LanguageModel(config)->state(true);
    for (const std::int64_t accumulation : {1, 2}) {
        config.train.accumulation = accumulation;
        const Trained trained = train(config, 3);
        EXPECT_EQ(trained.last.gradient_norm, 0);
        EXPECT_TRUE(trained.last.not_finite.empty());
        for (const auto& [name, tensor] : trained.model->state(true)) {
            const bool gravity = name.ends_with(".keys") || name.ends_with(".usage");
            EXPECT_EQ(at::equal(tensor, drawn.at(name)), !gravity) << name;
        }
    }
}

/// Layers that are made again for the backward pass: the same bits, whatever a layer does.
TEST(TrainingStep, RecomputedLayersGiveTheSameNumbers) {
    const std::vector<std::pair<const char*, void (*)(Config&)>> cases = {
        {"plain", [](Config&) {}},
        {"pre-norm, rope",
         [](Config& c) {
             c.model.norm = NormPlacement::pre;
             c.model.positions = PositionEncoding::rope;
         }},
        {"query residual", [](Config& c) { c.keys.query_residual = 0.1; }},
        {"balance loss", [](Config& c) { c.some.balance_loss = 0.1; }},
        {"random routing", [](Config& c) { c.some.routing = Routing::random; }},
        {"lora", [](Config& c) { c.some.experts = ExpertKind::lora; }},
        {"trained", [](Config& c) { c.some.experts = ExpertKind::trained; }},
        {"no experts", [](Config& c) { c.some.experts = ExpertKind::none; }},
        {"micro-batches", [](Config& c) { c.train.accumulation = 2; }},
        {"embeddings frozen",
         [](Config& c) {
             c.train.parts = {TrainedPart::attention, TrainedPart::routers};
         }},
        {"nothing trained", [](Config& c) { c.train.parts = {}; }},
    };
    for (const auto& [name, change] : cases) {
        SCOPED_TRACE(name);
        Config config = smallConfig();
        change(config);
        const Trained whole = train(config, 3);
        config.train.recompute = true;
        const Trained recomputed = train(config, 3);
        EXPECT_EQ(whole.last.loss, recomputed.last.loss);
        EXPECT_EQ(whole.last.gradient_norm, recomputed.last.gradient_norm);
        EXPECT_EQ(whole.last.balance_loss, recomputed.last.balance_loss);
        const auto other = recomputed.model->state(true);
        for (const auto& [tensor_name, tensor] : whole.model->state(true))
            EXPECT_TRUE(at::equal(tensor, other.at(tensor_name))) << tensor_name;
    }
}

TEST(TrainingStep, MicroBatchesEqualTheWholeBatch) {
    Config config = smallConfig();
    const Trained whole = train(config, 3);
    for (const std::int64_t parts : {2, 3, 4, 9}) {  // 9: more than rows
        config.train.accumulation = parts;
        const Trained split = train(config, 3);
        EXPECT_NEAR(split.last.loss, whole.last.loss, 1e-5);
        EXPECT_NEAR(split.last.gradient_norm, whole.last.gradient_norm, 1e-4);
        EXPECT_EQ(split.last.routing[0].selected.size(0), 40);
        for (const auto& [name, tensor] : whole.model->state(false))
            EXPECT_LT(largestDifference(tensor, split.model->state(false).at(name)), 1e-3) << name;
    }
}

TEST(TrainingStep, FrozenExpertsStayAndKeysMove) {
    const Config config = smallConfig();
    const auto before = LanguageModel(config)->state(true);
    const auto after = train(config, 2).model->state(true);
    for (const auto& [name, tensor] : before) {
        const bool frozen = name.find(".experts.") != std::string::npos;
        EXPECT_EQ(at::equal(tensor, after.at(name)), frozen) << name;
    }
}

TEST(TrainingStep, EveryControlTrains) {
    for (const ExpertKind experts : {ExpertKind::frozen, ExpertKind::trained, ExpertKind::none})
        for (const Routing routing : {Routing::keys, Routing::random, Routing::hash}) {
            SCOPED_TRACE(wordOf("some.experts", experts) + " " + wordOf("some.routing", routing));
            Config config = smallConfig();
            config.some.experts = experts;
            config.some.routing = routing;
            config.train.learning_rate = 0.02;
            const auto before = LanguageModel(config)->state(true);
            const Trained trained = train(config, 40);
            EXPECT_LT(trained.last.loss, 2.6);
            if (experts != ExpertKind::trained) continue;
            EXPECT_FALSE(at::equal(before.at("layers.0.some.experts.up"),
                                   trained.model->state(true).at("layers.0.some.experts.up")));
        }
}

TEST(TrainingStep, LowRankPartsLearnBesideFrozenExperts) {
    const test::Threads scope(1);
    Config config = smallConfig();
    config.some.experts = ExpertKind::lora;
    config.train.learning_rate = 0.02;
    for (const bool shared : {false, true}) {
        config.some.shared_library = shared;
        const std::string name = shared ? "some.experts." : "layers.1.some.experts.";
        const auto before = LanguageModel(config)->state(true);
        const Trained trained = train(config, 40);
        const auto after = trained.model->state(true);
        EXPECT_LT(trained.last.loss, 2.0);
        EXPECT_TRUE(at::equal(before.at(name + "down"), after.at(name + "down")));
        for (const char* part : {"down_a", "down_b", "up_a", "up_b"})
            EXPECT_FALSE(at::equal(before.at(name + part), after.at(name + part))) << part;
    }
}

TEST(TrainingStep, FrozenLayersKeepTheirKeys) {
    Config config = smallConfig();
    config.keys.frozen_layers = {1};
    const at::Tensor before = LanguageModel(config)->keys(1).clone();
    Trained trained = train(config, 2);
    EXPECT_TRUE(at::equal(trained.model->keys(1), before));
    EXPECT_GT(trained.model->usage(1).sum().item<double>(), 0);
}

void expectUntouched(LanguageModel& model, const std::map<std::string, at::Tensor>& before) {
    for (const auto& [name, tensor] : model->state(true))
        EXPECT_TRUE(at::equal(tensor.nan_to_num(), before.at(name).nan_to_num())) << name;
    for (const auto& [name, parameter] : model->trainedParameters())
        EXPECT_FALSE(parameter.grad().defined());
}

std::map<std::string, at::Tensor> copyOf(const LanguageModel& model) {
    std::map<std::string, at::Tensor> copy;
    for (const auto& [name, tensor] : model->state(true))
        copy[name] = tensor.clone();
    return copy;
}

TEST(TrainingStep, BeforeItMovesAnythingItSaysSo) {
    LanguageModel model(smallConfig());
    const auto before = copyOf(model);
    const auto optimizer = makeOptimizer({}, model);
    const auto moved = [&] {
        int count = 0;
        for (const auto& [name, tensor] : model->state(true))
            count += at::equal(tensor, before.at(name)) ? 0 : 1;
        return count;
    };
    int calls = 0;
    StepOptions options{0, 10, false};
    options.before_moving = [&] {
        ++calls;
        EXPECT_EQ(moved(), 0);
    };
    trainingStep(model, *optimizer, someInput(), smallConfig(), options);
    EXPECT_EQ(calls, 1);
    EXPECT_GT(moved(), 0);
}

TEST(TrainingStep, ALossThatIsNotFiniteTouchesNothing) {
    LanguageModel model(smallConfig());
    {
        at::NoGradGuard no_gradient;
        model->trainedParameters()[0].second.fill_(std::nan(""));
    }
    const auto before = copyOf(model);
    const auto optimizer = makeOptimizer({}, model);
    const StepResult result =
        trainingStep(model, *optimizer, someInput(), smallConfig(), {0, 10, false});
    EXPECT_EQ(result.not_finite, "loss");
    expectUntouched(model, before);
}

TEST(TrainingStep, AGradientThatIsNotFiniteIsNamed) {
    LanguageModel model(smallConfig());
    for (auto& [name, parameter] : model->trainedParameters())
        if (name == "layers.1.attention.out_proj.weight")
            parameter.register_hook(
                [](const at::Tensor& gradient) { return gradient * std::nan(""); });
    const auto before = copyOf(model);
    const auto optimizer = makeOptimizer({}, model);
    const StepResult result =
        trainingStep(model, *optimizer, someInput(), smallConfig(), {0, 10, false});
    EXPECT_EQ(result.not_finite, "layers.1.attention.out_proj.weight");
    expectUntouched(model, before);
    EXPECT_EQ(optimizer->state().at("step").item<std::int64_t>(), 0);
}

/// Softmax, loss, optimizer and key update of a bf16 model are computed in fp32.
TEST(TrainingStep, UnderBfloat16LossAndKeyUpdateStayInFloat32) {
    Config config = smallConfig();
    config.train.precision = Precision::bf16;
    const StepInput input = someInput();
    LanguageModel fresh(config);
    ForwardResult made = fresh->forward(input.inputs, {});
    const at::Tensor losses = at::cross_entropy_loss(
        made.logits.view({40, 23}), input.targets.view({-1}), {}, at::Reduction::None);
    Trained trained = train(config, 1, input);
    EXPECT_NEAR(trained.last.loss_with_pads, losses.mean().item<double>(), 1e-6);
    EXPECT_GT(std::abs(trained.last.loss - train(smallConfig(), 1, input).last.loss), 1e-7);
    updateKeys(fresh, made.routing, input.targets, config, 1, 1);
    for (const std::int64_t layer : {0, 1})
        EXPECT_TRUE(at::equal(fresh->keys(layer), trained.model->keys(layer)));
    for (const auto& [name, parameter] : trained.model->trainedParameters())
        EXPECT_EQ(parameter.scalar_type(), at::kFloat) << name;
    const test::Threads scope(1);
    config.train.learning_rate = 0.02;
    EXPECT_LT(train(config, 60).last.loss, 1.6);
}

TEST(TrainingStep, SameBitsTwice) {
    const auto first = train(smallConfig(), 5).model->state(true);
    const auto second = train(smallConfig(), 5).model->state(true);
    for (const auto& [name, tensor] : first)
        EXPECT_TRUE(at::equal(tensor, second.at(name))) << name;
}

TEST(TrainingStep, RefusesWrongShapes) {
    LanguageModel model(smallConfig());
    const auto optimizer = makeOptimizer({}, model);
    StepInput input = someInput();
    input.targets = input.targets.narrow(1, 0, 9);
    EXPECT_THROW(trainingStep(model, *optimizer, input, smallConfig(), {}), Error);
}

TEST(Optimizers, EachKindIsMade) {
    TrainConfig config;
    for (const OptimizerKind kind : {OptimizerKind::adamw, OptimizerKind::adafactor}) {
        config.optimizer = kind;
        EXPECT_NE(makeOptimizer(config, LanguageModel(smallConfig())), nullptr);
    }
}

}  // namespace
}  // namespace orrery
