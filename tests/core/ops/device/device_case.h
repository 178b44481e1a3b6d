// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs of the operations that the CPU, and kernels made for a device, must answer alike.
#pragma once
#include <vector>

#include "core/ops/key_update.h"
#include "tests/support/torch_checks.h"

namespace orrery::test {

struct FfnCase {
    at::Tensor z, selected, gates, down, up, output_gradient;

    FfnCase on(const at::Device& device) const {
        return {z.to(device),    selected.to(device), gates.to(device),
                down.to(device), up.to(device),       output_gradient.to(device)};
    }
};

/// n tokens, k different ones of the first `used` experts each.
inline FfnCase ffnCase(std::int64_t n, std::int64_t k, std::int64_t experts, std::int64_t used,
                       std::int64_t d, std::int64_t f, at::ScalarType type) {
    FfnCase c;
    c.z = randomTensor({n, d}, 1, type);
    c.selected = at::argsort(randomTensor({n, used}, 2), 1, false).narrow(1, 0, k).contiguous();
    c.gates = at::softmax(randomTensor({n, k}, 3, type), 1);
    c.down = randomTensor({experts, f, d}, 4, type) * 0.3;
    c.up = randomTensor({experts, d, f}, 5, type) * 0.3;
    c.output_gradient = randomTensor({n, d}, 6, type);
    return c;
}

struct KeyCase {
    at::Tensor keys, usage, queries, selected;
};

/// The first experts are chosen often, the last never.
inline KeyCase keyCase(std::int64_t tokens, std::int64_t top_k, std::int64_t experts,
                       std::int64_t d) {
    const auto unit = [](const at::Tensor& rows) {
        return rows / at::linalg_vector_norm(rows, 2, at::IntArrayRef{1}, true);
    };
    KeyCase c;
    c.keys = unit(randomTensor({experts, d}, 1, at::kFloat));
    c.keys[experts - 1].mul_(0.3);  // below the respawn threshold of a case
    c.usage = randomTensor({experts}, 2, at::kFloat).abs() * 3;
    c.usage.narrow(0, experts - 3, 3).zero_();  // no threshold counts these
    c.queries = unit(randomTensor({tokens, d}, 3, at::kFloat));
    const at::Tensor skew = at::linspace(6, 0, experts, at::kDouble);
    c.selected = (randomTensor({tokens, experts}, 4) + skew)
                     .argsort(1, true)
                     .narrow(1, 0, top_k)
                     .contiguous();
    return c;
}

/// Every force, and every way to restrain and normalise.
inline std::vector<KeyRules> keyRuleCases() {
    using Normalize = KeyRules::Normalize;
    KeyRules usual;
    usual.alpha = 0.01;
    usual.beta = 0.005;
    usual.delta = 0.1;
    usual.theta_percentile = 0.3;
    usual.seed = 0xFEDCBA9876543210ULL;
    std::vector<KeyRules> rules(13, usual);
    rules[1].alpha_floor = 0.008;
    rules[2].beta = -0.005;
    rules[3].smaller_inertia = true;
    rules[4].theta = 2;
    rules[5].cumulative = true;
    rules[6].max_step = 0.01;
    rules[6].smoothing = 0.3;
    rules[7].normalize = Normalize::selected;
    rules[8].normalize = Normalize::clamp;
    rules[9].normalize = Normalize::none;
    rules[10].frozen = true;
    rules[11].normalize = Normalize::none;
    rules[11].respawn_threshold = 0.5;
    rules[12].max_step = 0.02;
    rules[12].clip_norm = 0.03;
    return rules;
}

}  // namespace orrery::test
