// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/gradients.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

NamedParameters parametersWith(const std::vector<at::Tensor>& gradients) {
    NamedParameters parameters;
    for (const at::Tensor& gradient : gradients) {
        at::Tensor parameter = at::zeros_like(gradient).requires_grad_();
        parameter.mutable_grad() = gradient.clone();
        parameters.emplace_back(std::string("p").append(std::to_string(parameters.size())),
                                parameter);
    }
    return parameters;
}

TEST(Gradients, NormOverAllTensors) {
    const auto parameters = parametersWith({at::full({3, 3}, 2.0F), at::full({5}, -1.0F)});
    const GradientNorm norm = gradientNorm(parameters);
    EXPECT_DOUBLE_EQ(norm.norm, std::sqrt(9 * 4 + 5));
    EXPECT_TRUE(norm.not_finite.empty());
}

TEST(Gradients, NormIsTheSameAtAnyNumberOfThreads) {
    const auto parameters = parametersWith({test::randomTensor({300'007}, 1, at::kFloat)});
    const double first = gradientNorm(parameters).norm;
    EXPECT_NEAR(first, parameters[0].second.grad().to(at::kDouble).norm().item<double>(), 1e-9);
    for (const int threads : {1, 2, 3}) {
        const test::Threads scope(threads);
        EXPECT_EQ(gradientNorm(parameters).norm, first);
    }
}

TEST(Gradients, TheFirstThatIsNotFiniteIsNamed) {
    at::Tensor bad = at::ones({7});
    bad[3] = std::numeric_limits<float>::infinity();
    EXPECT_EQ(gradientNorm(parametersWith({at::ones({2}), bad, bad})).not_finite, "p1");
    bad[3] = std::nanf("");
    EXPECT_EQ(gradientNorm(parametersWith({bad})).not_finite, "p0");
    EXPECT_TRUE(gradientNorm(parametersWith({at::full({4}, 1e30F)})).not_finite.empty());
}

TEST(Gradients, TogetherTheyHaveTheSameNorm) {
    auto parameters = parametersWith({test::randomTensor({301}, 1, at::kFloat), at::ones({2, 3}),
                                      test::randomTensor({5, 7}, 2, at::kFloat)});
    parameters.insert(parameters.begin() + 1, {"none", at::zeros({4}).requires_grad_()});
    EXPECT_NEAR(gradientNormFused(parameters).norm, gradientNorm(parameters).norm, 1e-5);
    EXPECT_TRUE(gradientNormFused(parameters).not_finite.empty());
    parameters[3].second.mutable_grad()[1][2] = std::nanf("");
    EXPECT_EQ(gradientNormFused(parameters).not_finite, "p2");
    EXPECT_EQ(gradientNormFused({}).norm, 0);
}

TEST(Gradients, ClippingScalesToTheLimit) {
    const auto parameters = parametersWith({at::full({4}, 3.0F)});
    clipGradients(parameters, 6, 10);
    EXPECT_EQ(gradientNorm(parameters).norm, 6);  // below the limit: untouched
    clipGradients(parameters, 6, 0);
    EXPECT_EQ(gradientNorm(parameters).norm, 6);  // off
    clipGradients(parameters, 6, 1.5);
    EXPECT_NEAR(gradientNorm(parameters).norm, 1.5, 1e-5);
    clearGradients(parameters);
    EXPECT_FALSE(parameters[0].second.grad().defined());
    EXPECT_EQ(gradientNorm(parameters).norm, 0);
}

}  // namespace
}  // namespace orrery
