// SPDX-License-Identifier: GPL-3.0-or-later
// Knowledge Gravity (core/README.md, section 4): the key update of one layer, in two halves.
// gatherKeyStatistics sums over tokens what the update needs; sums of several parts of a batch add
// up. applyKeyUpdate moves the keys. No gradient, float32, the same result at any number of
// threads.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <vector>

#include "core/ops/key_rules.h"

namespace orrery {

struct KeyStatistics {
    at::Tensor counts;      // [k, E] int64: how many tokens have expert e at rank r
    at::Tensor query_sums;  // [k, E, D] float32: the sum of those tokens' queries; undefined
                            // without queries
    at::Tensor pairs;  // [M] int64, ascending: i * E + j for experts i < j selected by one token
    at::Tensor pair_counts;         // [M] int64: for how many tokens
    at::Tensor pair_table;          // [E, E] int32, on CUDA in place of the two: [i, j] for i < j
    at::Tensor respawn_candidates;  // [S, D] queries for respawned keys; may be undefined
};

/// queries [n, D] (undefined when routing needs none), selected [n, k] int64, rank 0 the best; on
/// CUDA, with up to 4096 experts, -1 in a token that takes no part. n may be 0. Throws Error for
/// wrong shapes and expert numbers. Any device; on CUDA, with up to 4096 experts, the statistics
/// stay there and nothing waits for them.
KeyStatistics gatherKeyStatistics(const at::Tensor& queries, const at::Tensor& selected,
                                  std::int64_t experts);
/// Which queries of a micro-batch this rank has: those from `first` on, of so many in all.
struct QueryShare {
    std::int64_t first = 0;
    std::int64_t all = 0;
};
/// Up to `count` queries of the micro-batch, drawn by `seed`, for
/// KeyStatistics::respawn_candidates; zeros in the place of those that other ranks have.
at::Tensor drawRespawnCandidates(const at::Tensor& queries, std::int64_t count, std::uint64_t seed,
                                 const QueryShare& share);
/// The same where `queries` are all.
at::Tensor drawRespawnCandidates(const at::Tensor& queries, std::int64_t count, std::uint64_t seed);
/// Adds the statistics of another part of the same batch.
void addKeyStatistics(KeyStatistics& to, const KeyStatistics& other);

struct KeyChange {
    std::int64_t decayed = 0;                          // keys below theta
    std::int64_t respawned = 0;                        // keys replaced
    std::vector<std::int64_t> respawned_experts = {};  // ascending
    at::Tensor pending = {};  // all of it still on CUDA: [1 + E] int32, how many keys decayed, and
                              // 1 for each that was respawned
};
/// With numbers in place of what is pending. Waits for the device once.
std::vector<KeyChange> synchronized(std::vector<KeyChange> changes);

/// Moves keys [E, D] and usage [E] in place (float32, any device). `held` [E] bool, undefined =
/// none: keys that stay where they are, whose usage moves all the same; others are pulled to them.
/// Does not wait for a device whose statistics are there.
KeyChange applyKeyUpdate(at::Tensor& keys, at::Tensor& usage, const KeyStatistics& statistics,
                         const KeyRules& rules, const at::Tensor& held = {});

/// The CPU kernel behind gatherKeyStatistics.
KeyStatistics gatherKeyStatisticsCpu(const at::Tensor& queries, const at::Tensor& selected,
                                     std::int64_t experts);

}  // namespace orrery
