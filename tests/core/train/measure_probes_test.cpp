// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/measure_probes.h"

#include <gtest/gtest.h>

#include <ATen/core/grad_mode.h>

#include <cmath>
#include <map>

#include "core/data/tokenizer.h"
#include "tests/core/model/small_config.h"

namespace orrery {
namespace {

/// Three rows of ten; the last four targets of each row are padding when asked for.
StepInput smallBatch(bool pads) {
    StepInput batch{at::arange(30, at::kLong).remainder(19).add(4).view({3, 10}), {}};
    batch.targets = at::roll(batch.inputs, -1, 1);
    if (pads) batch.targets.slice(1, 6).fill_(std::int64_t{Tokenizer::pad_id});
    return batch;
}

ProbeMeasures measure(LanguageModel& model, bool pads = false) {
    return measureProbes(model, smallBatch(pads), model->config(), 1, 10);
}

TEST(MeasureProbes, LeavesTheModelAsItWas) {
    LanguageModel model(test::smallConfig());
    std::map<std::string, at::Tensor> before;
    for (const auto& [name, tensor] : model->state(true))
        before.emplace(name, tensor.clone());
    const ProbeMeasures measures = measure(model);
    for (const auto& [name, tensor] : model->state(true))
        EXPECT_TRUE(at::equal(tensor, before.at(name))) << name;
    for (const auto& [name, parameter] : model->trainedParameters())
        EXPECT_FALSE(parameter.grad().defined()) << name;
    ASSERT_EQ(measures.layers.size(), 2U);
    EXPECT_LT(measures.leak, 1e-3);
    EXPECT_GT(measures.loss, 0);
    for (const LayerMeasure& layer : measures.layers) {
        EXPECT_GT(layer.contribution, 0);
        EXPECT_GT(layer.query_gradient, 0);
        EXPECT_GT(layer.gate_entropy, 0);
        EXPECT_LE(layer.gate_entropy, std::log(2.0) + 1e-6);
    }
}

TEST(MeasureProbes, PadsAreCountedWhereTheyCount) {
    Config config = test::smallConfig();
    LanguageModel honest(config);
    const ProbeMeasures none = measure(honest);
    EXPECT_EQ(none.pads_in_targets, 0);
    EXPECT_EQ(none.loss, none.loss_with_pads);
    const ProbeMeasures some = measure(honest, true);
    EXPECT_NEAR(some.pads_in_targets, 0.4, 1e-9);
    EXPECT_EQ(some.pads_in_keys, 0);
    EXPECT_NE(some.loss, some.loss_with_pads);
    config.keys.tokens = KeyTokens::all;
    LanguageModel published(config);
    const ProbeMeasures all = measure(published, true);
    EXPECT_NEAR(all.pads_in_keys, 0.4, 1e-9);
}

TEST(MeasureProbes, DuplicatesAndUnusedExpertsAreFound) {
    LanguageModel model(test::smallConfig());
    EXPECT_EQ(measure(model).layers[1].duplicate_keys, 0);
    {
        const at::NoGradGuard no_gradient;
        at::Tensor& keys = model->keys(1);
        keys.select(0, 4).copy_(keys.select(0, 2)).mul_(0.5);  // the same direction
        model->usage(1).fill_(3.0);
    }
    const ProbeMeasures measures = measure(model);
    EXPECT_EQ(measures.layers[1].duplicate_keys, 2);
    EXPECT_EQ(measures.layers[0].duplicate_keys, 0);
    EXPECT_EQ(measures.layers[1].unused_experts, 0);
    const at::NoGradGuard no_gradient;
    const ForwardOptions options;
    model->usage(0).zero_();
    const auto routing = model->forward(smallBatch(false).inputs, options).routing;
    const auto used = std::get<0>(at::_unique(routing[0].selected)).numel();
    EXPECT_EQ(measure(model).layers[0].unused_experts, 6 - used);
}

TEST(MeasureProbes, AMissingMaskLeaksAndSingleExpertsPassNoGradient) {
    Config config = test::smallConfig();
    config.model.causal = false;
    LanguageModel open(config);
    EXPECT_GT(measure(open).leak, 1e-3);
    config.some.top_k = 1;
    LanguageModel single(config);
    EXPECT_EQ(measure(single).layers[0].query_gradient, 0)
        << "the one gate is 1 whatever the query";
}

TEST(MeasureProbes, SparseExpertsAreNextToNothing) {
    Config config = test::smallConfig();
    config.some.init = ExpertInit::sparse;
    LanguageModel model(config);
    EXPECT_LT(measure(model).layers[0].contribution, 0.05);
    config.some.experts = ExpertKind::none;
    LanguageModel bare(config);
    EXPECT_TRUE(measure(bare).layers.empty());
    EXPECT_EQ(measure(bare).pads_in_keys, 0);
}

TEST(MeasureProbes, RoutingWithoutARouterHasNoGradientToMeasure) {
    Config config = test::smallConfig();
    config.some.routing = Routing::hash;
    LanguageModel model(config);
    const ProbeMeasures measures = measure(model);
    EXPECT_TRUE(std::isnan(measures.layers[0].query_gradient));
    EXPECT_EQ(measures.layers[0].duplicate_keys, 0);
}

}  // namespace
}  // namespace orrery
