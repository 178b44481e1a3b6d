// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/query_network.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "core/error.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

Config widthOf(std::int64_t d_model, RouterKind router, QueryInit init, double hidden = 2) {
    Config config;
    config.model.d_model = d_model;
    config.some.router = router;
    config.some.router_hidden = hidden;
    config.some.query_init = init;
    return config;
}

TEST(QueryNetwork, StartsSmallWithoutBias) {
    const auto parameters =
        QueryNetwork(widthOf(100, RouterKind::mlp, QueryInit::normal), "q")->named_parameters();
    EXPECT_NEAR(parameters["0.weight"].std().item<double>(), 0.02, 5e-4);
    EXPECT_NEAR(parameters["2.weight"].std().item<double>(), 0.02, 5e-4);
    EXPECT_EQ(parameters["0.bias"].abs().max().item<double>(), 0);
    EXPECT_EQ(parameters["2.bias"].abs().max().item<double>(), 0);
}

TEST(QueryNetwork, ComputesWhatItsNamesSay) {
    const at::Tensor z = test::randomTensor({3, 6}, 1, at::kFloat);
    QueryNetwork linear(widthOf(6, RouterKind::linear, QueryInit::normal), "q");
    const auto one = linear->named_parameters();
    EXPECT_LT(test::largestDifference(linear(z), at::linear(z, one["weight"], one["bias"])), 1e-7);
    QueryNetwork mlp(widthOf(6, RouterKind::mlp, QueryInit::normal), "q");
    const auto two = mlp->named_parameters();
    const at::Tensor inner = at::gelu(at::linear(z, two["0.weight"], two["0.bias"]));
    EXPECT_EQ(inner.size(1), 12);
    EXPECT_LT(test::largestDifference(mlp(z), at::linear(inner, two["2.weight"], two["2.bias"])),
              1e-7);
}

/// Uniform in 1/sqrt(fan_in): its deviation is that bound over sqrt(3).
TEST(QueryNetwork, StartsAsTorchsLinearWhereAskedTo) {
    const std::int64_t width = 400;
    const auto expectUniform = [](const at::Tensor& values, double bound) {
        EXPECT_LE(values.abs().max().item<double>(), bound);
        EXPECT_GT(values.abs().max().item<double>(), 0.98 * bound);
        EXPECT_NEAR(values.std().item<double>(), bound / std::sqrt(3.0), 0.05 * bound);
        EXPECT_NEAR(values.mean().item<double>(), 0, 0.1 * bound);
    };
    const auto linear =
        QueryNetwork(widthOf(width, RouterKind::linear, QueryInit::torch), "q")->named_parameters();
    expectUniform(linear["weight"], 1 / std::sqrt(400.0));
    expectUniform(linear["bias"], 1 / std::sqrt(400.0));
    const auto mlp =
        QueryNetwork(widthOf(width, RouterKind::mlp, QueryInit::torch), "q")->named_parameters();
    expectUniform(mlp["0.weight"], 1 / std::sqrt(400.0));
    expectUniform(mlp["0.bias"], 1 / std::sqrt(400.0));
    expectUniform(mlp["2.weight"], 1 / std::sqrt(800.0));
    expectUniform(mlp["2.bias"], 1 / std::sqrt(800.0));
}

TEST(QueryNetwork, TheHiddenLayerIsAsWideAsAsked) {
    const at::Tensor z = test::randomTensor({3, 6}, 1, at::kFloat);
    for (const auto& [hidden, width] : std::vector<std::pair<double, std::int64_t>>{
             {1, 6}, {0.5, 3}, {3, 18}, {0.01, 1}, {1.2, 7}}) {
        QueryNetwork mlp(widthOf(6, RouterKind::mlp, QueryInit::normal, hidden), "q");
        const auto own = mlp->named_parameters();
        EXPECT_EQ(own["0.weight"].sizes(), (at::IntArrayRef{width, 6})) << hidden;
        EXPECT_EQ(own["2.weight"].sizes(), (at::IntArrayRef{6, width})) << hidden;
        const at::Tensor inner = at::gelu(at::linear(z, own["0.weight"], own["0.bias"]));
        EXPECT_LT(
            test::largestDifference(mlp(z), at::linear(inner, own["2.weight"], own["2.bias"])),
            1e-7);
    }
}

}  // namespace
}  // namespace orrery
