// SPDX-License-Identifier: GPL-3.0-or-later
// How the next token is chosen.
#pragma once
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "core/events/model_queries.h"

namespace orrery {

struct TokenProbability {
    std::int64_t token = 0;
    double probability = 0;
};

/// What a token is drawn from, the likeliest first (of equal logits the lower token), probabilities
/// summing to 1. From logits [V], in this order:
/// - repetition_penalty r: the logit of each token that occurs in `seen` is divided by r where it
/// is
///   positive, multiplied by r else (Keskar et al. 2019);
/// - temperature T: logits / T; at 0 the largest alone remains;
/// - top_k: the k largest; then softmax;
/// - top_p: the shortest row of the likeliest whose probabilities sum to p or more (Holtzman et al.
///   2020); at least one;
/// - min_p: those of at least min_p times the likeliest's probability (Nguyen et al. 2024).
std::vector<TokenProbability> samplingDistribution(std::span<const double> logits,
                                                   std::span<const std::int64_t> seen,
                                                   const GenerateOptions& options);

/// One of them, by one number of `random` unless there is only one. The same on all systems.
std::int64_t drawToken(std::span<const TokenProbability> distribution, std::mt19937_64& random);

/// Throws Error for values out of range: what, and which are allowed.
void checkGenerateOptions(const GenerateOptions& options);

}  // namespace orrery
