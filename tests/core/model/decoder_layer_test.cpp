// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/decoder_layer.h"

#include <gtest/gtest.h>

#include "tests/core/model/small_config.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;

const at::Tensor tokens = at::arange(12, at::kLong);
at::Tensor someX() {
    return test::randomTensor({2, 6, 8}, 1, at::kFloat) * 3;
}

at::Tensor run(const Config& config) {
    at::NoGradGuard no_gradient;
    return DecoderLayer(config, 0)(someX(), tokens, at::Tensor(), ForwardOptions{}).y;
}

TEST(DecoderLayer, PostNormEndsInANorm) {
    const at::Tensor y = run(test::smallConfig());  // the norm's weight is 1, its bias 0
    EXPECT_LT(largestDifference(y.mean(2), at::zeros({2, 6})), 1e-5);
    EXPECT_LT(largestDifference(y.var(2, false), at::ones({2, 6})), 1e-3);
}

TEST(DecoderLayer, PreNormKeepsTheResidualOpen) {
    Config config = test::smallConfig();
    config.model.norm = NormPlacement::pre;
    const at::Tensor y = run(config);
    EXPECT_GT(y.var(2, false).mean().item<double>(), 2);  // x had variance 9
    EXPECT_LT(largestDifference(y, someX()), 3);
}

TEST(DecoderLayer, WithoutExpertsTheSecondHalfIsItsNorm) {
    Config config = test::smallConfig();
    config.some.experts = ExpertKind::none;
    DecoderLayer layer(config, 0);
    at::NoGradGuard no_gradient;
    const SomeOutput output = layer(someX(), tokens, at::Tensor(), ForwardOptions{});
    EXPECT_EQ(layer->some(), nullptr);
    EXPECT_FALSE(output.routing.selected.defined());
    EXPECT_LT(largestDifference(output.y.mean(2), at::zeros({2, 6})), 1e-5);
}

}  // namespace
}  // namespace orrery
