// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of tensors share: thread counts, comparisons, finite differences.
#pragma once
#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace orrery::test {

/// Sets torch's number of threads for a scope.
class Threads {
public:
    explicit Threads(int count) : before_(at::get_num_threads()) { at::set_num_threads(count); }
    ~Threads() { at::set_num_threads(before_); }
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

private:
    int before_;
};

inline double largestDifference(const at::Tensor& a, const at::Tensor& b) {
    return (a.to(at::kDouble) - b.to(at::kDouble)).abs().max().item<double>();
}

inline at::Tensor randomTensor(at::IntArrayRef shape, std::uint64_t seed,
                               at::ScalarType type = at::kDouble) {
    auto generator = at::make_generator<at::CPUGeneratorImpl>(seed);
    return at::randn(shape, generator, at::kDouble).to(type);
}

/// Compares autograd's gradients of a scalar function with central differences, in double.
inline void expectGradients(const std::function<at::Tensor(const std::vector<at::Tensor>&)>& scalar,
                            const std::vector<at::Tensor>& inputs, double tolerance = 1e-7) {
    constexpr double kStep = 1e-5;
    std::vector<at::Tensor> leaves;
    for (const at::Tensor& input : inputs)
        leaves.push_back(input.detach().clone().requires_grad_());
    scalar(leaves).backward();
    at::NoGradGuard no_gradient;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        ASSERT_TRUE(leaves[i].grad().defined()) << "input " << i << " got no gradient";
        at::Tensor numeric = at::zeros_like(inputs[i]);
        for (std::int64_t j = 0; j < inputs[i].numel(); ++j) {
            std::vector<at::Tensor> moved;
            for (const at::Tensor& input : inputs)
                moved.push_back(input.clone());
            double* value = moved[i].mutable_data_ptr<double>() + j;
            *value += kStep;
            const double above = scalar(moved).item<double>();
            *value -= 2 * kStep;
            const double below = scalar(moved).item<double>();
            numeric.mutable_data_ptr<double>()[j] = (above - below) / (2 * kStep);
        }
        EXPECT_LT(largestDifference(leaves[i].grad(), numeric), tolerance) << "input " << i;
    }
}

}  // namespace orrery::test
