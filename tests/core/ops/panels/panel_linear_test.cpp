// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/panels/panel_linear.h"

#include "core/ops/panels/half_product.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::expectGradients;
using test::largestDifference;
using test::randomTensor;
using test::Threads;

using Inputs = std::vector<at::Tensor>;
using Op = std::function<at::Tensor(const Inputs&)>;

at::Tensor torchMlp(const Inputs& in) {
    return at::linear(at::gelu(at::linear(in[0], in[1], in[2])), in[3], in[4]);
}
at::Tensor ownLinear(const Inputs& in) {
    return panelLinear(in[0], {in[1], in[2]});
}
at::Tensor ownMlp(const Inputs& in) {
    return panelMlp(in[0], {in[1], in[2]}, {in[3], in[4]});
}

/// Of rows x width: input, and weights and biases of layers of these widths.
Inputs drawn(std::int64_t rows, const std::vector<std::int64_t>& widths, at::ScalarType type) {
    Inputs in{randomTensor({rows, widths[0]}, 1, type)};
    for (std::size_t i = 1; i < widths.size(); ++i) {
        in.push_back(0.2 * randomTensor({widths[i], widths[i - 1]}, 2 * i, type));
        in.push_back(randomTensor({widths[i]}, 2 * i + 1, type));
    }
    return in;
}

/// The result, then the gradients of all inputs.
Inputs resultsOf(const Op& op, const Inputs& in) {
    Inputs leaves;
    for (const at::Tensor& tensor : in)
        leaves.push_back(tensor.detach().clone().requires_grad_());
    const at::Tensor y = op(leaves);
    y.backward(randomTensor(y.sizes(), 9, at::kDouble).to(y.scalar_type()));
    Inputs results{y.detach()};
    for (const at::Tensor& leaf : leaves)
        results.push_back(leaf.grad());
    return results;
}

void expectEqualToTorch(const Op& own, const Op& torch, const Inputs& in, double tolerance) {
    Inputs exact;
    for (const at::Tensor& tensor : in)
        exact.push_back(tensor.to(at::kDouble));
    const Inputs got = resultsOf(own, in), wanted = resultsOf(torch, exact);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        ASSERT_EQ(got[i].sizes(), wanted[i].sizes());
        const double size = wanted[i].abs().max().item<double>();
        EXPECT_LT(largestDifference(got[i], wanted[i]), tolerance * size) << "tensor " << i;
    }
}

TEST(PanelLinear, EqualsTorchForwardAndBackward) {
    // Rows and widths around the edges of blocks, slabs and panels.
    for (const auto& [rows, in, out] : std::vector<std::array<std::int64_t, 3>>{
             {1, 1, 1}, {5, 3, 7}, {120, 32, 48}, {121, 33, 49}, {500, 40, 200}})
        expectEqualToTorch(
            ownLinear, [](const Inputs& x) { return at::linear(x[0], x[1], x[2]); },
            drawn(rows, {in, out}, at::kFloat), 2e-6);
}

TEST(PanelLinear, AnyNumberOfDimensionsComesBack) {
    const Inputs in = drawn(12, {5, 4}, at::kFloat);
    const at::Tensor y = panelLinear(in[0].view({3, 2, 2, 5}), {in[1], in[2]});
    EXPECT_EQ(y.sizes(), (std::vector<std::int64_t>{3, 2, 2, 4}));
    EXPECT_TRUE(at::equal(y.view({12, 4}), panelLinear(in[0], {in[1], in[2]})));
}

TEST(PanelLinear, EmptyInputGivesAnEmptyResult) {
    const Inputs in = drawn(1, {5, 4}, at::kFloat);
    EXPECT_EQ(panelLinear(in[0].narrow(0, 0, 0), {in[1], in[2]}).sizes(),
              (std::vector<std::int64_t>{0, 4}));
}

TEST(PanelMlp, EqualsTorchForwardAndBackward) {
    for (const std::int64_t rows : {1, 119, 300})
        for (const std::vector<std::int64_t>& widths :
             {std::vector<std::int64_t>{20, 50, 33}, {64, 96, 64}})  // of whole tiles, too
            expectEqualToTorch(ownMlp, torchMlp, drawn(rows, widths, at::kFloat), 5e-6);
}

TEST(PanelMlp, InHalvesGradientsAloneAreRounded) {
    for (const std::int64_t width : {64, 70}) {
        const Inputs in = drawn(150, {width, 96, width}, at::kFloat);
        const auto own = [](const Inputs& x) {
            return panelMlp(x[0], {x[1], x[2]}, {x[3], x[4]}, true);
        };
        const Inputs halves = resultsOf(own, in), exact = resultsOf(ownMlp, in);
        EXPECT_TRUE(at::equal(halves[0], exact[0])) << width;
        for (std::size_t i = 1; i < exact.size(); ++i)
            EXPECT_LT(largestDifference(halves[i], exact[i]),
                      0.03 * exact[i].abs().max().item<double>())
                << width << " " << i;
        EXPECT_EQ(at::equal(halves[1], exact[1]), !hasHalfProducts()) << width;
    }
}

TEST(PanelLinear, GradientsEqualFiniteDifferences) {
    expectGradients([](const Inputs& in) { return ownLinear(in).square().sum(); },
                    drawn(3, {4, 5}, at::kDouble));
    expectGradients([](const Inputs& in) { return ownMlp(in).square().sum(); },
                    drawn(3, {4, 6, 5}, at::kDouble));
}

/// Rounded factors, exact sums: what x, weight and bias get is near the exact result by 2^-8.
TEST(PanelLinear, InHalvesFactorsAreRounded) {
    const Inputs in = drawn(150, {70, 130}, at::kFloat);
    const auto own = [](const Inputs& x) { return panelLinear(x[0], {x[1], x[2]}, true); };
    const auto rounded = [](const at::Tensor& x) { return x.to(at::kBFloat16).to(at::kFloat); };
    const Inputs halves = resultsOf(own, in);
    const Inputs exact = resultsOf(ownLinear, in);
    for (std::size_t i = 0; i < exact.size(); ++i) {
        const double scale = exact[i].abs().max().item<double>();
        EXPECT_LT(largestDifference(halves[i], exact[i]), 0.02 * scale) << i;
    }
    if (!hasHalfProducts()) {
        for (std::size_t i = 0; i < exact.size(); ++i)
            EXPECT_TRUE(at::equal(halves[i], exact[i])) << i;
        return;
    }
    EXPECT_LT(largestDifference(halves[0], ownLinear({rounded(in[0]), rounded(in[1]), in[2]})),
              1e-5);
    EXPECT_FALSE(at::equal(halves[0], exact[0]));
}

TEST(PanelLinear, IsTheSameAtAnyNumberOfThreads) {
    const auto all = [](int threads) {
        const Threads scope(threads);
        Inputs results = resultsOf(ownLinear, drawn(2100, {70, 130}, at::kFloat));
        for (const std::vector<std::int64_t>& widths :
             {std::vector<std::int64_t>{70, 130, 64}, {96, 128, 96}})  // of whole tiles, too
            for (const at::Tensor& tensor : resultsOf(ownMlp, drawn(2100, widths, at::kFloat)))
                results.push_back(tensor);
        const auto halves = [](const Inputs& x) { return panelLinear(x[0], {x[1], x[2]}, true); };
        for (const at::Tensor& tensor : resultsOf(halves, drawn(2100, {70, 130}, at::kFloat)))
            results.push_back(tensor);
        return results;
    };
    const Inputs one = all(1);
    for (const int threads : {2, 3, 7}) {
        const Inputs many = all(threads);
        for (std::size_t i = 0; i < one.size(); ++i)
            EXPECT_TRUE(at::equal(one[i], many[i])) << threads << " threads, tensor " << i;
    }
}

TEST(PanelLinear, ARowDoesNotDependOnItsNeighbours) {
    const Inputs in = drawn(200, {64, 96}, at::kFloat);
    const at::Tensor all = panelLinear(in[0], {in[1], in[2]});
    const at::Tensor some = panelLinear(in[0].narrow(0, 37, 100), {in[1], in[2]});
    EXPECT_TRUE(at::equal(all.narrow(0, 37, 100), some));
}

TEST(PanelLinear, RefusesWhatDoesNotFit) {
    const Inputs in = drawn(3, {4, 5}, at::kFloat);
    EXPECT_THROW(panelLinear(at::zeros({3, 5}), {in[1], in[2]}), Error);
    EXPECT_THROW(panelLinear(in[0], {in[1], at::zeros({4})}), Error);
    EXPECT_THROW(panelMlp(at::zeros({2, 3, 4}), {in[1], in[2]}, {in[1], in[2]}), Error);
    EXPECT_THROW(panelMlp(in[0], {in[1], in[2]}, {in[1], in[2]}), Error);
}

}  // namespace
}  // namespace orrery
