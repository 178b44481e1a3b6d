// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/some_layer.h"

#include <gtest/gtest.h>

#include "tests/core/model/small_config.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;

SomeInput someInput() {
    return {test::randomTensor({9, 8}, 1, at::kFloat), at::arange(9, at::kLong), {}};
}

/// Section 2 token by token, from the layer's own tensors.
at::Tensor slowLayer(SomeLayer& layer, const SomeInput& input, const LayerRouting& routing) {
    const auto buffers = layer->named_buffers();
    at::Tensor result = at::zeros_like(input.z);
    for (std::int64_t t = 0; t < input.z.size(0); ++t)
        for (std::int64_t r = 0; r < routing.selected.size(1); ++r) {
            const auto e = routing.selected[t][r].item<std::int64_t>();
            const at::Tensor hidden = at::gelu(at::mv(buffers["experts.down"][e], input.z[t]));
            result[t] += routing.gates[t][r] * at::mv(buffers["experts.up"][e], hidden);
        }
    return result;
}

TEST(SomeLayer, EqualsTheFormula) {
    at::NoGradGuard no_gradient;
    SomeLayer layer(test::smallConfig(), 0);
    ForwardOptions options;
    options.temperature = 0.5;
    const SomeInput input = someInput();
    const SomeOutput output = layer(input, options);
    const at::Tensor q = output.query_raw / output.query_raw.norm(2, 1, true);
    EXPECT_LT(largestDifference(output.routing.queries, q), 1e-6);
    const auto [scores, order] = at::mm(q, layer->keys().t()).topk(2);
    EXPECT_TRUE(at::equal(output.routing.selected, order));
    EXPECT_LT(largestDifference(output.routing.gates, at::softmax(scores / 0.5, 1)), 1e-6);
    EXPECT_LT(largestDifference(output.y, slowLayer(layer, input, output.routing)), 1e-6);
}

TEST(SomeLayer, GatesTrainTheQueryNetworkAlone) {
    SomeLayer layer(test::smallConfig(), 0);
    layer(someInput(), ForwardOptions{}).y.square().sum().backward();
    for (const auto& parameter : layer->named_parameters()) {
        EXPECT_EQ(parameter.key().rfind("query.", 0), 0U) << parameter.key();
        EXPECT_GT(parameter.value().grad().abs().sum().item<double>(), 0) << parameter.key();
    }
    EXPECT_FALSE(layer->keys().requires_grad());
}

TEST(SomeLayer, TheRouterStaysInFloat32UnderBfloat16) {
    Config config = test::smallConfig();
    SomeLayer plain(config, 0);
    config.train.precision = Precision::bf16;
    SomeLayer half(config, 0);
    const SomeOutput exact = plain(someInput(), ForwardOptions{});
    const SomeOutput output = half(someInput(), ForwardOptions{});
    EXPECT_TRUE(at::equal(output.routing.queries, exact.routing.queries));
    EXPECT_TRUE(at::equal(output.routing.gates, exact.routing.gates));
    EXPECT_EQ(output.query_raw.scalar_type(), at::kFloat);
    EXPECT_TRUE(at::equal(output.query_raw, exact.query_raw));
    EXPECT_EQ(output.y.scalar_type(), at::kFloat);
    const double scale = exact.y.abs().max().item<double>();
    EXPECT_LT(largestDifference(output.y, exact.y), 0.03 * scale);
    EXPECT_FALSE(at::equal(output.y, exact.y)) << "experts compute in bfloat16";
}

TEST(SomeLayer, AGraphFindsTheSameExpertsAmongFew) {
    Config config = test::smallConfig();
    for (const double bias : {0.0, 0.1}) {
        config.some.balance_bias = bias;
        config.some.search = KeySearch::exact;
        SomeLayer exact(config, 0);
        config.some.search = KeySearch::hnsw;
        SomeLayer found(config, 0);
        for (int round = 0; round < 2; ++round) {
            const SomeOutput a = exact(someInput(), ForwardOptions{});
            const SomeOutput b = found(someInput(), ForwardOptions{});
            EXPECT_TRUE(at::equal(a.routing.selected, b.routing.selected)) << bias << round;
            EXPECT_LT(largestDifference(a.y, b.y), 1e-5);
            exact->keys()[1].neg_();
            found->keys()[1].neg_();
        }
    }
}

TEST(SomeLayer, AGraphIsLinkedAnewOnlyOnceKeysMovedFar) {
    Config config = test::smallConfig();
    config.some.search = KeySearch::hnsw;
    config.some.search_drift = 0.3;
    SomeLayer layer(config, 0);
    const at::Tensor first = layer->keys().clone();
    layer->keys().mul_(1.2);
    layer(someInput(), ForwardOptions{});
    EXPECT_TRUE(at::equal(layer->linkedKeys(), first));
    layer->keys().mul_(1.2);
    layer(someInput(), ForwardOptions{});
    EXPECT_TRUE(at::equal(layer->linkedKeys(), layer->keys()));
}

TEST(SomeLayer, RawQueriesWhenNotNormalized) {
    Config config = test::smallConfig();
    config.some.normalize_query = false;
    SomeLayer layer(config, 0);
    const SomeOutput output = layer(someInput(), ForwardOptions{});
    EXPECT_TRUE(at::equal(output.routing.queries, output.query_raw.detach()));
}

TEST(SomeLayer, ResidualAddsAShareOfThePreviousQuery) {
    Config config = test::smallConfig();
    config.keys.query_residual = 0.1;
    SomeLayer layer(config, 1);
    SomeInput input = someInput();
    const at::Tensor alone = layer(input, ForwardOptions{}).query_raw;
    input.previous_query = at::ones({9, 8});
    EXPECT_LT(largestDifference(layer(input, ForwardOptions{}).query_raw, alone + 0.1), 1e-6);
}

}  // namespace
}  // namespace orrery
