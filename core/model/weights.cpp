// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/weights.h"

namespace orrery {
namespace {

constexpr std::int64_t kGrain = 16384;

template <class Value>
void fill(at::Tensor& weight, const Value& value) {
    at::NoGradGuard no_gradient;
    float* data = weight.mutable_data_ptr<float>();
    at::parallel_for(0, weight.numel(), kGrain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            data[i] = static_cast<float>(value(static_cast<std::uint64_t>(i)));
    });
}

}  // namespace

void drawUniform(at::Tensor weight, double bound, const SeededRandom& random) {
    fill(weight, [&](std::uint64_t i) { return (2 * random.uniform(i) - 1) * bound; });
}

void drawNormal(at::Tensor weight, double deviation, const SeededRandom& random) {
    fill(weight, [&](std::uint64_t i) { return random.normal(i) * deviation; });
}

}  // namespace orrery
