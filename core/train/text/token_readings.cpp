// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/token_readings.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace orrery {
namespace {

/// ln sum exp, in double.
double logSum(std::span<const float> logits, float largest) {
    double sum = 0;
    for (const float logit : logits)
        sum += std::exp(static_cast<double>(logit) - largest);
    return largest + std::log(sum);
}

}  // namespace

TokenReading readToken(std::span<const float> logits, std::int32_t token,
                       const Tokenizer& tokenizer, std::int64_t alternatives) {
    TokenReading reading;
    reading.token = token;
    reading.piece = tokenizer.piece(token);
    const double sum = logSum(logits, *std::ranges::max_element(logits));
    const float own = logits[static_cast<std::size_t>(token)];
    reading.surprise = sum - own;
    for (std::int32_t other = 0; other < std::ssize(logits); ++other) {
        const float logit = logits[static_cast<std::size_t>(other)];
        reading.rank += logit > own || (logit == own && other < token) ? 1 : 0;
    }
    std::vector<std::int32_t> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    const auto kept = std::min<std::ptrdiff_t>(alternatives, std::ssize(order));
    std::partial_sort(order.begin(), order.begin() + kept, order.end(),
                      [&](std::int32_t a, std::int32_t b) {
                          const float of_a = logits[static_cast<std::size_t>(a)];
                          const float of_b = logits[static_cast<std::size_t>(b)];
                          return of_a > of_b || (of_a == of_b && a < b);
                      });
    for (std::ptrdiff_t i = 0; i < kept; ++i) {
        const std::int32_t other = order[static_cast<std::size_t>(i)];
        reading.alternatives.push_back(
            {other, tokenizer.piece(other),
             std::exp(static_cast<double>(logits[static_cast<std::size_t>(other)]) - sum)});
    }
    return reading;
}

void addRoute(const std::vector<LayerRouting>& routing, std::int64_t row, TokenReading& reading) {
    for (const LayerRouting& layer : routing) {
        if (!layer.selected.defined()) continue;
        const at::Tensor experts = layer.selected[row].to(at::kCPU, at::kInt).contiguous();
        const at::Tensor gates = layer.gates[row].to(at::kCPU, at::kFloat).contiguous();
        const auto* expert = experts.const_data_ptr<std::int32_t>();
        reading.experts.insert(reading.experts.end(), expert, expert + experts.numel());
        const auto* gate = gates.const_data_ptr<float>();
        reading.top_k = static_cast<std::int32_t>(gates.numel());
        reading.gates.insert(reading.gates.end(), gate, gate + gates.numel());
    }
}

}  // namespace orrery
