// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/expert_tokens.h"

#include <algorithm>

namespace orrery {
namespace {

constexpr std::size_t kMostPieces = 8;
constexpr std::int64_t kTokenBits = 32;

}  // namespace

ExpertTokenCounts::ExpertTokenCounts(std::int64_t layers, std::int64_t experts)
    : experts_(experts), counts_(static_cast<std::size_t>(layers)) {}

void ExpertTokenCounts::add(const std::vector<LayerRouting>& routing, const at::Tensor& tokens) {
    const auto* ids = tokens.const_data_ptr<std::int64_t>();
    for (std::size_t layer = 0; layer < routing.size() && layer < counts_.size(); ++layer) {
        if (!routing[layer].selected.defined()) continue;
        const at::Tensor selected = routing[layer].selected.to(at::kCPU).contiguous();  // [N, k]
        const auto* chosen = selected.const_data_ptr<std::int64_t>();
        const std::int64_t top_k = selected.size(1);
        for (std::int64_t t = 0; t < selected.size(0); ++t) {
            if (ids[t] == Tokenizer::pad_id) continue;
            for (std::int64_t r = 0; r < top_k; ++r) {
                ++counts_[layer][(chosen[t * top_k + r] << kTokenBits) | ids[t]];
            }
        }
    }
}

void ExpertTokenCounts::reduce(const Ranks& ranks) {
    if (ranks.alone()) return;
    std::vector<std::int64_t> own;  // layer, place and count of each
    for (std::size_t layer = 0; layer < counts_.size(); ++layer) {
        for (const auto& [place, count] : counts_[layer])
            own.insert(own.end(), {static_cast<std::int64_t>(layer), place, count});
        counts_[layer].clear();
    }
    for (const at::Tensor& all : ranks.gather(at::tensor(own, at::kLong))) {
        const auto* entry = all.const_data_ptr<std::int64_t>();
        for (const auto* end = entry + all.numel(); entry != end; entry += 3)
            counts_[static_cast<std::size_t>(entry[0])][entry[1]] += entry[2];
    }
}

std::vector<ExpertTokens> ExpertTokenCounts::events(const Tokenizer& tokenizer,
                                                    std::int64_t step) const {
    std::vector<ExpertTokens> events;
    for (std::size_t layer = 0; layer < counts_.size(); ++layer) {
        if (counts_[layer].empty()) continue;
        std::vector<std::vector<std::pair<std::int64_t, std::int64_t>>> ranked(
            static_cast<std::size_t>(experts_));  // [E] of (-count, token)
        for (const auto& [place, count] : counts_[layer]) {
            const auto expert = static_cast<std::size_t>(place >> kTokenBits);
            ranked.at(expert).emplace_back(-count, place & ((std::int64_t{1} << kTokenBits) - 1));
        }
        ExpertTokens event;
        event.step = step;
        event.layer = static_cast<int>(layer);
        for (auto& list : ranked) {
            std::sort(list.begin(), list.end());
            if (list.size() > kMostPieces) list.resize(kMostPieces);
            auto& pieces = event.experts.emplace_back();
            for (const auto& [count, token] : list) {
                pieces.emplace_back(tokenizer.piece(static_cast<std::int32_t>(token)), -count);
            }
        }
        events.push_back(std::move(event));
    }
    return events;
}

}  // namespace orrery
