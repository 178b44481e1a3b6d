// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/residual_norm.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/error.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::expectGradients;
using test::largestDifference;
using test::randomTensor;
using test::Threads;

using Inputs = std::vector<at::Tensor>;

Inputs drawn(std::int64_t rows, std::int64_t width, at::ScalarType type) {
    return {randomTensor({rows, width}, 1, type), randomTensor({rows, width}, 2, type) + 3,
            randomTensor({width}, 3, type), randomTensor({width}, 4, type)};
}

/// The result, then the gradients of all inputs.
Inputs resultsOf(const Inputs& in) {
    Inputs leaves;
    for (const at::Tensor& tensor : in)
        leaves.push_back(tensor.detach().clone().requires_grad_());
    const at::Tensor y = residualNorm(leaves[0], leaves[1], leaves[2], leaves[3]);
    y.backward(randomTensor(y.sizes(), 9, at::kDouble).to(y.scalar_type()));
    Inputs results{y.detach()};
    for (const at::Tensor& leaf : leaves)
        results.push_back(leaf.grad());
    return results;
}

TEST(ResidualNorm, EqualsTorchForwardAndBackward) {
    for (const auto& [rows, width] :
         std::vector<std::pair<std::int64_t, std::int64_t>>{{1, 1}, {3, 5}, {64, 16}, {130, 72}}) {
        const Inputs in = drawn(rows, width, at::kFloat);
        Inputs exact;
        for (const at::Tensor& tensor : in)
            exact.push_back(tensor.to(at::kDouble));
        const Inputs got = resultsOf(in), wanted = resultsOf(exact);  // in double torch's own
        for (std::size_t i = 0; i < got.size(); ++i)
            EXPECT_LT(largestDifference(got[i], wanted[i]),
                      1e-5 * (1 + wanted[i].abs().max().item<double>()))
                << rows << " x " << width << ", tensor " << i;
    }
}

TEST(ResidualNorm, OfALargeMeanKeepsItsDigits) {
    Inputs in = drawn(4, 256, at::kFloat);
    in[0] += 1000;
    Inputs exact;
    for (const at::Tensor& tensor : in)
        exact.push_back(tensor.to(at::kDouble));
    EXPECT_LT(largestDifference(resultsOf(in)[0], resultsOf(exact)[0]), 2e-3);
}

TEST(ResidualNorm, IsTheSameAtAnyNumberOfThreads) {
    const auto all = [](int threads) {
        const Threads scope(threads);
        return resultsOf(drawn(333, 40, at::kFloat));
    };
    const Inputs one = all(1), many = all(4);
    for (std::size_t i = 0; i < one.size(); ++i)
        EXPECT_TRUE(at::equal(one[i], many[i])) << "tensor " << i;
}

TEST(ResidualNorm, NotANumberIsNotHidden) {
    Inputs in = drawn(3, 20, at::kFloat);
    in[1][1][7] = std::numeric_limits<float>::quiet_NaN();
    const at::Tensor y = resultsOf(in)[0];
    EXPECT_TRUE(y[1].isnan().all().item<bool>());
    EXPECT_FALSE(y[0].isnan().any().item<bool>());
}

TEST(ResidualNorm, RefusesWhatDoesNotFit) {
    const Inputs in = drawn(3, 4, at::kFloat);
    EXPECT_THROW(residualNorm(in[0], at::zeros({3, 5}), in[2], in[3]), Error);
    EXPECT_THROW(residualNorm(in[0], in[1], at::zeros({5}), at::zeros({5})), Error);
}

}  // namespace
}  // namespace orrery
