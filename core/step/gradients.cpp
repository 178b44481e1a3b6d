// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/gradients.h"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr std::int64_t kSumBlock = 16384;
constexpr std::int64_t kLanes = 8;

/// Sum of squares in double; independent lanes let the compiler vectorize it.
double sumSquares(const float* values, std::int64_t count) {
    double lanes[kLanes] = {};
    const std::int64_t whole = count / kLanes * kLanes;
    for (std::int64_t i = 0; i < whole; i += kLanes)
        for (std::int64_t lane = 0; lane < kLanes; ++lane) {
            const double value = values[i + lane];
            lanes[lane] += value * value;
        }
    for (std::int64_t i = whole; i < count; ++i)
        lanes[i - whole] += static_cast<double>(values[i]) * values[i];
    double sum = 0;
    for (const double lane : lanes)
        sum += lane;
    return sum;
}

double sumSquares(const at::Tensor& gradient) {
    if (!gradient.is_cpu() || gradient.scalar_type() != at::kFloat)
        return gradient.to(at::kDouble).square().sum().item<double>();
    const at::Tensor values = gradient.contiguous();
    const float* data = values.const_data_ptr<float>();
    const std::int64_t count = values.numel();
    std::vector<double> blocks(static_cast<std::size_t>((count + kSumBlock - 1) / kSumBlock));
    at::parallel_for(
        0, static_cast<std::int64_t>(blocks.size()), 4, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t b = begin; b < end; ++b)
                blocks[b] =
                    sumSquares(data + b * kSumBlock, std::min(kSumBlock, count - b * kSumBlock));
        });
    double sum = 0;
    for (const double block : blocks)
        sum += block;
    return sum;
}

std::vector<at::Tensor> gradientsOf(const NamedParameters& parameters) {
    std::vector<at::Tensor> gradients;
    for (const auto& [name, parameter] : parameters)
        if (parameter.grad().defined()) gradients.push_back(parameter.grad());
    return gradients;
}

bool onCuda(const NamedParameters& parameters) {
    return !parameters.empty() && parameters.front().second.is_cuda();
}

}  // namespace

GradientNorms gradientNorms(const NamedParameters& parameters) {
    GradientNorms result;
    for (const auto& [name, parameter] : parameters)
        if (parameter.grad().defined()) result.names.push_back(name);
    result.norms = result.names.empty()
                       ? at::zeros({0}, at::kDouble)
                       : at::stack(at::_foreach_norm(gradientsOf(parameters))).to(at::kDouble);
    return result;
}

void clipGradients(const NamedParameters& parameters, const at::Tensor& norm, double limit) {
    const std::vector<at::Tensor> gradients = gradientsOf(parameters);
    if (limit <= 0 || gradients.empty()) return;
    const at::Tensor factor = (norm + 1e-6).reciprocal().mul(limit).clamp_max(1);
    at::_foreach_mul_(gradients, factor.to(gradients.front().scalar_type()));
}

GradientNorm gradientNormFused(const NamedParameters& parameters) {
    GradientNorm result;
    const GradientNorms all = gradientNorms(parameters);
    const at::Tensor norms = all.norms.cpu();
    const double* norm = norms.const_data_ptr<double>();
    double sum = 0;
    for (const std::string& name : all.names) {
        if (!std::isfinite(*norm) && result.not_finite.empty()) result.not_finite = name;
        sum += *norm * *norm;
        ++norm;
    }
    result.norm = std::sqrt(sum);
    return result;
}

GradientNorm gradientNorm(const NamedParameters& parameters) {
    if (onCuda(parameters)) return gradientNormFused(parameters);
    GradientNorm result;
    double sum = 0;
    for (const auto& [name, parameter] : parameters) {
        if (!parameter.grad().defined()) continue;
        const double squares = sumSquares(parameter.grad());
        if (!std::isfinite(squares) && result.not_finite.empty()) result.not_finite = name;
        sum += squares;
    }
    result.norm = std::sqrt(sum);
    return result;
}

void clipGradients(const NamedParameters& parameters, double norm, double limit) {
    const double factor = limit > 0 ? std::min(1.0, limit / (norm + 1e-6)) : 1.0;
    if (factor == 1.0) return;
    if (onCuda(parameters)) return at::_foreach_mul_(gradientsOf(parameters), factor);
    for (const auto& [name, parameter] : parameters)
        if (parameter.grad().defined()) parameter.mutable_grad().mul_(factor);
}

void clearGradients(const NamedParameters& parameters) {
    for (const auto& [name, parameter] : parameters)
        parameter.mutable_grad() = at::Tensor();
}

}  // namespace orrery
