// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/analysis/selections.h"

namespace orrery {

/// Experts of one layer that are chosen together for many tokens of one kind (core/README.md,
/// section 8).
struct Guild {
    std::vector<std::int32_t> experts;  // ascending, 2 .. top_k
    std::int32_t kind = 0;              // of the labels
    std::int64_t tokens = 0;            // of the kind, that chose all these experts
    std::int64_t tokens_of_any_kind = 0;
    double share_of_kind = 0;  // tokens / tokens of the kind
    double purity = 0;         // tokens / tokens_of_any_kind
    double chance_tokens = 0;  // mean of the permutations, in which every expert is chosen as
                               // often, and clusters as much, as it did
    double strength_bits = 0;  // log2(tokens / chance_tokens); where chance never met once, a lower
                               // bound: as if it had, in all permutations together
    bool never_met = false;    // strength_bits is that bound
    double p_value = 0;        // corrected for all experts, pairs and kinds that were looked at; at
                               // least 1 / (permutations + 1), which says "below 1 / permutations"
    std::vector<std::size_t> members;  // positions of the tokens, ascending
};

struct GuildOptions {
    int permutations = 1000;  // the smallest p value is 1 / (permutations + 1)
    bool any_kind = false;    // recurrence alone: which experts meet, whatever the tokens' kinds
    double level = 0.01;      // guilds with a larger p value are chance
    std::int64_t fewest_tokens = 10;
    int most_experts = 512;  // only the experts used most take part
    std::uint64_t seed = 1;
    std::function<bool()> keep_going;  // asked between permutations; Cancelled when it says no
};

/// labels [N], 0 .. label_count - 1, below 0 = unknown (such tokens are left out). With any_kind
/// all are one kind 0, that no expert has affinity to, and none is left out. The same seed, the
/// same guilds, by p value, then most tokens first. Throws Error for labels that do not fit.
/// Any thread.
std::vector<Guild> findGuilds(const Selections& selections, std::span<const std::int32_t> labels,
                              int label_count, const GuildOptions& options = {});

}  // namespace orrery
