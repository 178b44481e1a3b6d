// SPDX-License-Identifier: GPL-3.0-or-later
// Knowledge Gravity (core/README.md, section 4): the key update of one layer, in two halves.
// gatherKeyStatistics sums over tokens what the update needs; sums of several parts of a batch add
// up. applyKeyUpdate moves the keys. No gradient, float32, the same result at any number of
// threads.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <vector>

#include "core/config/config.h"

namespace orrery {

struct KeyStatistics {
    at::Tensor counts;      // [k, E] int64: how many tokens have expert e at rank r
    at::Tensor query_sums;  // [k, E, D] float32: the sum of those tokens' queries; undefined
                            // without queries
    at::Tensor pairs;  // [M] int64, ascending: i * E + j for experts i < j selected by one token
    at::Tensor pair_counts;  // [M] int64: for how many tokens
    at::Tensor pair_table;   // [E, E] int32, on CUDA in place of the two: [i, j] for i < j
    at::Tensor spares;       // [S, D] queries for respawned keys; may be undefined
};

/// queries [n, D] (undefined when routing needs none), selected [n, k] int64, rank 0 the best; on
/// CUDA, with up to 4096 experts, -1 in a token that takes no part. n may be 0. Throws Error for
/// wrong shapes and expert numbers. Any device; on CUDA, with up to 4096 experts, the statistics
/// stay there and nothing waits for them.
KeyStatistics gatherKeyStatistics(const at::Tensor& queries, const at::Tensor& selected,
                                  std::int64_t experts);
/// Up to `count` queries of the batch, drawn by `seed`, for KeyStatistics::spares.
at::Tensor drawSpareQueries(const at::Tensor& queries, std::int64_t count, std::uint64_t seed);
/// Adds the statistics of another part of the same batch.
void addKeyStatistics(KeyStatistics& to, const KeyStatistics& other);

/// The rules of one layer at one step: schedules, layer scales and signs are already in the
/// numbers.
struct KeyRules {
    using Normalize = KeyNormalization;

    double alpha = 0;  // 0 = off
    double alpha_floor = 0;
    double beta = 0;               // 0 = off, negative = repulsion
    bool smaller_inertia = false;  // beta divides by the smaller of both 1 + u, else by the larger
    double delta = 0;              // 0 = off (also during the warm-up)
    double theta = 0;              // constant threshold; 0 = use theta_percentile
    double theta_percentile = 0.05;
    bool cumulative = false;  // usage adds up, else it is an exponential moving average
    double ema_decay = 0.99;
    bool frozen = false;   // usage moves, keys stay
    double max_step = 0;   // 0 = off
    double smoothing = 0;  // share of the old key, 0 = off
    Normalize normalize = Normalize::all;
    double respawn_threshold = 0;  // 0 = off
    std::uint64_t seed = 0;        // of respawned keys
};

struct KeyChange {
    std::int64_t decayed = 0;    // keys below theta
    std::int64_t respawned = 0;  // keys replaced
    at::Tensor pending;          // [2] int32, on CUDA: both, still on their way (see settled)
    std::vector<std::int64_t> respawned_experts = {};  // ascending; where the CPU moves the keys
};
/// With numbers in place of what was on its way. Waits for the device once.
std::vector<KeyChange> settled(std::vector<KeyChange> changes);

/// Moves keys [E, D] and usage [E] in place (float32, any device). Does not wait for a device whose
/// statistics are there.
KeyChange applyKeyUpdate(at::Tensor& keys, at::Tensor& usage, const KeyStatistics& statistics,
                         const KeyRules& rules);

/// The q-quantile of values with linear interpolation; values must not be empty, q in 0 .. 1.
double quantile(std::vector<double> values, double q);

/// The CPU kernel behind gatherKeyStatistics.
KeyStatistics gatherKeyStatisticsCpu(const at::Tensor& queries, const at::Tensor& selected,
                                     std::int64_t experts);

}  // namespace orrery
