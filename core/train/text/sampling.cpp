// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/sampling.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "core/ops/check.h"

namespace orrery {
namespace {

std::vector<double> penalized(std::span<const double> logits, std::span<const std::int64_t> seen,
                              double penalty) {
    std::vector<double> changed(logits.begin(), logits.end());
    if (penalty == 1) return changed;
    for (const std::int64_t token : std::set(seen.begin(), seen.end())) {
        double& logit = changed.at(static_cast<std::size_t>(token));
        logit = logit > 0 ? logit / penalty : logit * penalty;
    }
    return changed;
}

/// The `kept` largest, best first.
std::vector<std::int64_t> largest(const std::vector<double>& logits, std::size_t kept) {
    std::vector<std::int64_t> order(logits.size());
    std::iota(order.begin(), order.end(), std::int64_t{0});
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(kept);
    const auto before = [&](std::int64_t a, std::int64_t b) {
        const double of_a = logits[static_cast<std::size_t>(a)];
        const double of_b = logits[static_cast<std::size_t>(b)];
        return of_a > of_b || (of_a == of_b && a < b);
    };
    std::partial_sort(order.begin(), end, order.end(), before);
    order.erase(end, order.end());
    return order;
}

void normalize(std::vector<TokenProbability>& all) {
    double sum = 0;
    for (const TokenProbability& one : all)
        sum += one.probability;
    for (TokenProbability& one : all)
        one.probability /= sum;
}

void keepTopP(std::vector<TokenProbability>& all, double p) {
    double sum = 0;
    std::size_t count = 0;
    while (count < all.size() && (count == 0 || sum < p))
        sum += all[count++].probability;
    all.resize(count);
}

}  // namespace

std::vector<TokenProbability> samplingDistribution(std::span<const double> logits,
                                                   std::span<const std::int64_t> seen,
                                                   const GenerateOptions& options) {
    const std::vector<double> scores = penalized(logits, seen, options.repetition_penalty);
    const bool limited = options.top_k > 0 && options.top_k < std::ssize(scores);
    const std::size_t kept = options.temperature <= 0 ? 1
                             : limited                ? static_cast<std::size_t>(options.top_k)
                                                      : scores.size();
    std::vector<TokenProbability> all;
    for (const std::int64_t token : largest(scores, kept))
        all.push_back({token, scores[static_cast<std::size_t>(token)]});
    if (all.size() == 1) return {{all.front().token, 1.0}};
    const double best = all.front().probability;
    for (TokenProbability& one : all)
        one.probability = std::exp((one.probability - best) / options.temperature);
    normalize(all);
    if (options.top_p < 1) {
        keepTopP(all, options.top_p);
        normalize(all);
    }
    if (options.min_p > 0) {
        const double least = options.min_p * all.front().probability;
        std::erase_if(all, [&](const TokenProbability& one) { return one.probability < least; });
        normalize(all);
    }
    return all;
}

std::int64_t drawToken(std::span<const TokenProbability> distribution, std::mt19937_64& random) {
    require(!distribution.empty(), "There is no token to draw.");
    if (distribution.size() == 1) return distribution.front().token;
    // The library's distributions differ between systems; 53 random bits are the same everywhere.
    const double drawn = static_cast<double>(random() >> 11U) * 0x1.0p-53;
    double sum = 0;
    for (const TokenProbability& one : distribution) {
        sum += one.probability;
        if (drawn < sum) return one.token;
    }
    return distribution.back().token;
}

void checkGenerateOptions(const GenerateOptions& options) {
    const auto within = [](double value, double low, double high) {
        return std::isfinite(value) && value >= low && value <= high;
    };
    require(options.max_tokens >= 1, "The number of new tokens must be at least 1.");
    require(within(options.temperature, 0, 100), "The temperature must lie between 0 and 100.");
    require(options.top_k >= 0, "top-k must be at least 0 (0 = all tokens).");
    require(options.top_p > 0 && within(options.top_p, 0, 1),
            "top-p must be above 0, and 1 at most (1 = all tokens).");
    require(within(options.min_p, 0, 1), "min-p must lie between 0 and 1 (0 = all tokens).");
    require(within(options.repetition_penalty, 1, 100),
            "The repetition penalty must lie between 1 (none) and 100.");
    require(options.continuations >= 1 && options.continuations <= 1024,
            "The number of continuations must lie between 1 and 1024.");
    require(options.context >= 0, "The context must be at least 0 (0 = model.seq_len).");
    for (const std::string& stop : options.stop)
        require(!stop.empty(), "A stop text is empty; give it some characters, or leave it out.");
}

}  // namespace orrery
