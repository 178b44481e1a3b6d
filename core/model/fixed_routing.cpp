// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/fixed_routing.h"

#include <algorithm>

#include "core/ops/check.h"
#include "core/ops/seeded_random.h"

namespace orrery {
namespace {

constexpr std::uint64_t kHashSeed = 0x6F72726572790001ULL;

/// k different numbers below `experts`; repeats are drawn again.
void drawDistinct(const SeededRandom& random, std::int64_t top_k, std::int64_t experts,
                  std::int64_t* selected) {
    std::uint64_t draw = 0;
    for (std::int64_t rank = 0; rank < top_k;) {
        selected[rank] =
            static_cast<std::int64_t>(random.below(draw++, static_cast<std::uint64_t>(experts)));
        if (std::find(selected, selected + rank, selected[rank]) == selected + rank) ++rank;
    }
}

}  // namespace

at::Tensor randomExperts(std::int64_t rows, std::int64_t top_k, std::int64_t experts,
                         std::uint64_t seed, std::int64_t first) {
    require(top_k >= 1 && top_k <= experts, "some.top_k must lie between 1 and some.num_experts.");
    at::Tensor selected = at::empty({rows, top_k}, at::kLong);
    for (std::int64_t t = 0; t < rows; ++t)
        drawDistinct(SeededRandom(mixSeed(seed, static_cast<std::uint64_t>(first + t))), top_k,
                     experts, selected.mutable_data_ptr<std::int64_t>() + t * top_k);
    return selected;
}

at::Tensor hashedExperts(const at::Tensor& tokens, std::int64_t top_k, std::int64_t experts,
                         std::int64_t layer) {
    require(top_k >= 1 && top_k <= experts, "some.top_k must lie between 1 and some.num_experts.");
    const at::Tensor ids = tokens.cpu().contiguous();
    const std::uint64_t seed = mixSeed(kHashSeed, static_cast<std::uint64_t>(layer));
    at::Tensor selected = at::empty({ids.numel(), top_k}, at::kLong);
    for (std::int64_t t = 0; t < ids.numel(); ++t) {
        const auto id = static_cast<std::uint64_t>(ids.const_data_ptr<std::int64_t>()[t]);
        drawDistinct(SeededRandom(mixSeed(seed, id)), top_k, experts,
                     selected.mutable_data_ptr<std::int64_t>() + t * top_k);
    }
    return selected.to(tokens.device());
}

}  // namespace orrery
