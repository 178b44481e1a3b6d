// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/positions.h"

#include <cmath>
#include <limits>
#include <vector>

namespace orrery {
namespace {

/// Times [.., T] double -> [.., T, ceil(width / 2)] angles t / 10000^(2i / width), in double: large
/// t would lose digits in float.
at::Tensor angles(const at::Tensor& times, std::int64_t width) {
    const at::Tensor column = at::arange(0, width, 2, times.options());
    return times.unsqueeze(-1) *
           at::exp(column * (-std::log(10000.0) / static_cast<double>(width)));
}
at::Tensor timesTo(std::int64_t length, const at::Device& device) {
    return at::arange(length, at::TensorOptions(at::kDouble).device(device));
}

std::vector<double> powerOfTwoSlopes(std::int64_t heads) {
    std::vector<double> slopes;
    for (std::int64_t h = 1; h <= heads; ++h)
        slopes.push_back(std::exp2(-8.0 * static_cast<double>(h) / static_cast<double>(heads)));
    return slopes;
}

/// Column i turns with column i + d/2; angle broadcasts to [B, H, T, d/2].
at::Tensor rotated(const at::Tensor& vectors, const at::Tensor& angle) {
    const std::int64_t half = vectors.size(3) / 2;
    const at::Tensor cosine = at::cos(angle).to(vectors.options());
    const at::Tensor sine = at::sin(angle).to(vectors.options());
    const at::Tensor first = vectors.narrow(3, 0, half);
    const at::Tensor second = vectors.narrow(3, half, half);
    return at::cat({first * cosine - second * sine, second * cosine + first * sine}, 3);
}

}  // namespace

/// As the ALiBi paper's code: the nearest lower power of two, then every second slope of the next
/// one.
std::vector<double> alibiSlopes(std::int64_t heads) {
    std::int64_t lower = 1;
    while (2 * lower <= heads)
        lower *= 2;
    std::vector<double> slopes = powerOfTwoSlopes(lower);
    const std::vector<double> finer = powerOfTwoSlopes(2 * lower);
    for (std::size_t i = 0; slopes.size() < static_cast<std::size_t>(heads); i += 2)
        slopes.push_back(finer[i]);
    return slopes;
}

at::Tensor sinusoidalPositions(std::int64_t length, std::int64_t d_model,
                               const at::TensorOptions& options) {
    const at::Tensor angle = angles(timesTo(length, options.device()), d_model);
    at::Tensor result = at::empty({length, d_model}, angle.options());
    result.slice(1, 0, d_model, 2).copy_(at::sin(angle));
    result.slice(1, 1, d_model, 2).copy_(at::cos(angle.narrow(1, 0, d_model / 2)));
    return result.to(options);
}

at::Tensor rotatePositions(const at::Tensor& vectors) {
    return rotated(vectors, angles(timesTo(vectors.size(2), vectors.device()), vectors.size(3)));
}

at::Tensor rotatePositions(const at::Tensor& vectors, const std::vector<std::int64_t>& positions) {
    const at::Tensor times = at::tensor(at::ArrayRef(positions), at::kDouble)
                                 .to(vectors.device())
                                 .view({vectors.size(0), 1, vectors.size(2)});  // [B, 1, T]
    return rotated(vectors, angles(times, vectors.size(3)));
}

at::Tensor alibiBias(std::int64_t heads, std::int64_t length, bool causal,
                     const at::TensorOptions& options) {
    const auto wide = options.dtype(at::kDouble);
    const at::Tensor time = at::arange(length, wide);
    const at::Tensor distance = (time.unsqueeze(1) - time.unsqueeze(0)).abs();  // [T, T]
    const at::Tensor slopes = at::tensor(alibiSlopes(heads), wide).view({heads, 1, 1});
    at::Tensor bias = -slopes * distance;
    if (causal) {
        const at::Tensor later = at::ones({length, length}, options.dtype(at::kBool)).triu(1);
        bias.masked_fill_(later, -std::numeric_limits<double>::infinity());
    }
    return bias.to(options);
}

}  // namespace orrery
