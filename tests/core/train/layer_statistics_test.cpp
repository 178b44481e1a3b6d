// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/layer_statistics.h"

#include <ATen/core/grad_mode.h>

#include <gtest/gtest.h>

#include <map>

#include "tests/core/model/small_config.h"

namespace orrery {
namespace {

/// The gap that the selection saw: a bias that decides it belongs to it.
TEST(LayerStatistics, TheMarginCountsTheBalanceBiasIn) {
    const at::NoGradGuard no_gradient;
    Config config = test::smallConfig();
    config.some.balance_bias = 0.01;
    LanguageModel model(config);
    model->balanceBias(0).copy_(at::tensor({0.0, 2.0, 0.0, 0.0, 1.0, 0.0}));
    const at::Tensor tokens = at::arange(20, at::kLong).add(4).remainder(23).view({2, 10});
    const auto routing = model->forward(tokens, {}).routing;
    LayerStatistics statistics(config);
    statistics.add(routing, tokens);
    std::map<std::string, double> values;
    for (const auto& [name, value] : statistics.takeValues(model, routing, tokens))
        values[name] = value;
    const auto margin = [&](std::size_t layer, const at::Tensor& bias) {
        const auto scores =
            at::mm(routing[layer].queries, model->keys(static_cast<std::int64_t>(layer)).t()) +
            bias;
        const auto best = std::get<0>(scores.topk(3, 1));
        return (best.select(1, 1) - best.select(1, 2)).mean().item<double>();
    };
    EXPECT_NEAR(values.at("layer0/margin"), margin(0, model->balanceBias(0)), 1e-6);
    EXPECT_GT(values.at("layer0/margin"), margin(0, at::zeros({6})) + 0.1);
    EXPECT_NEAR(values.at("layer1/margin"), margin(1, at::zeros({6})), 1e-6);
}

}  // namespace
}  // namespace orrery
