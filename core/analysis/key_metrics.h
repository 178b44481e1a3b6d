// SPDX-License-Identifier: GPL-3.0-or-later
// Measures of a key store (core/README.md, section 8). Keys and queries are row-major float32, K
// [E, D] and Q [n, D]. All functions: any thread; Error when sizes do not fit or a value is not
// finite.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/neighbors.h"
#include "core/analysis/selections.h"

namespace orrery {

/// Euclidean norm of each row, [E].
std::vector<double> rowNorms(std::span<const float> keys, int dimensions);
/// How far each key moved between two snapshots, as a Euclidean distance, [E]: what the columns
/// key_drift hold.
std::vector<double> euclideanDrift(std::span<const float> before, std::span<const float> after,
                                   int dimensions);

struct KeyPair {
    int expert = 0;
    int other = -1;       // -1 where there is no other key
    double cosine = 0;    // with a key of zeros: 0
    double distance = 0;  // Euclidean, of nearestKeysOf() alone
};
/// For each key the one of the largest cosine to it, [E]; ties go to the lower number.
std::vector<KeyPair> nearestKeys(std::span<const float> keys, int dimensions);
/// The `count` keys nearest to one key by a metric, nearest first, itself left out, with both
/// measures; ties go to the lower number, keys that are not finite are left out. Empty for a key
/// that is not there.
std::vector<KeyPair> nearestKeysOf(std::span<const float> keys, int dimensions, int expert,
                                   std::size_t count,
                                   DistanceMetric metric = DistanceMetric::cosine);
/// All pairs expert < other with a cosine above the threshold, by expert, then other.
std::vector<KeyPair> duplicateKeys(std::span<const float> keys, int dimensions,
                                   double threshold = 0.99);

/// The top_k experts of each query by q K^T, [n, top_k]; ties go to the lower number, as in the
/// router.
std::vector<std::int32_t> nearestExperts(std::span<const float> queries,
                                         std::span<const float> keys, int dimensions, int top_k);

struct QueryFit {
    double cosine = 0;       // mean over tokens and ranks, of the query and the chosen key
    double best_cosine = 0;  // mean over tokens, rank 0 alone
    double margin = 0;       // mean over tokens: score of rank k-1 less the best not chosen; 0 if
                             // all experts are chosen
};
/// `chosen` holds the selections of exactly these queries, `bias` what the selection adds to each
/// expert's score (empty for nothing), which the margin counts in. All 0 without queries.
QueryFit queryFit(std::span<const float> queries, std::span<const float> keys, int dimensions,
                  const Selections& chosen, std::span<const float> bias = {});

}  // namespace orrery
