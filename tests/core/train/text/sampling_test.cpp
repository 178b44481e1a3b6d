// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/sampling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "core/error.h"

namespace orrery {
namespace {

const std::vector<double> kLogits = {1.0, -2.0, 3.0, 0.5, 3.0, -0.5, 2.0, 0.0};

GenerateOptions everything() {
    GenerateOptions options;
    options.temperature = 1;
    options.top_k = 0;
    return options;
}

std::map<std::int64_t, double> chosen(const GenerateOptions& options,
                                      const std::vector<std::int64_t>& seen = {},
                                      const std::vector<double>& logits = kLogits) {
    std::map<std::int64_t, double> all;
    for (const TokenProbability& one : samplingDistribution(logits, seen, options))
        all[one.token] = one.probability;
    return all;
}

/// The plain statement: weights of tokens, made to sum to 1.
void expectShares(const std::map<std::int64_t, double>& actual,
                  const std::function<double(std::int64_t)>& weight) {
    double sum = 0;
    std::map<std::int64_t, double> expected;
    for (std::int64_t token = 0; token < std::ssize(kLogits); ++token)
        if (weight(token) > 0) sum += expected[token] = weight(token);
    ASSERT_EQ(actual.size(), expected.size());
    for (const auto& [token, value] : expected)
        EXPECT_NEAR(actual.at(token), value / sum, 1e-12) << token;
}

double logit(std::int64_t token) {
    return kLogits[static_cast<std::size_t>(token)];
}

TEST(Sampling, TemperatureDividesTheLogits) {
    GenerateOptions options = everything();
    for (const double temperature : {0.3, 1.0, 2.5}) {
        options.temperature = temperature;
        expectShares(chosen(options), [&](auto t) { return std::exp(logit(t) / temperature); });
    }
    options.temperature = 0;
    EXPECT_EQ(chosen(options), (std::map<std::int64_t, double>{{2, 1.0}}))
        << "of equal ones the lower";
}

TEST(Sampling, TopKKeepsTheKLargest) {
    GenerateOptions options = everything();
    options.top_k = 3;
    expectShares(chosen(options),
                 [](auto t) { return t == 2 || t == 4 || t == 6 ? std::exp(logit(t)) : 0; });
    options.top_k = 1;
    EXPECT_EQ(chosen(options).size(), 1U);
    options.top_k = 100;
    EXPECT_EQ(chosen(options).size(), kLogits.size());
}

TEST(Sampling, TopPKeepsTheShortestRowThatReachesP) {
    double total = 0;
    for (const double value : kLogits)
        total += std::exp(value);
    for (const double p : {0.05, 0.4, 0.75, 0.9, 0.999}) {
        GenerateOptions options = everything();
        options.top_p = p;
        std::vector<std::int64_t> order = {2, 4, 6, 0, 3, 7, 5, 1}, kept;
        for (double sum = 0; sum < p && kept.size() < order.size();) {
            kept.push_back(order[kept.size()]);
            sum += std::exp(logit(kept.back())) / total;
        }
        expectShares(chosen(options), [&](auto t) {
            return std::ranges::find(kept, t) != kept.end() ? std::exp(logit(t)) : 0;
        });
    }
}

TEST(Sampling, MinPKeepsWhatHasThatShareOfTheLikeliest) {
    for (const double p : {0.02, 0.1, 0.36, 1.0}) {
        GenerateOptions options = everything();
        options.min_p = p;
        expectShares(chosen(options), [&](auto t) {
            return std::exp(logit(t)) >= p * std::exp(3.0) ? std::exp(logit(t)) : 0;
        });
    }
}

TEST(Sampling, TheRepetitionPenaltyMakesWhatWasSeenLessLikelyOnceHoweverOften) {
    GenerateOptions options = everything();
    options.repetition_penalty = 1.5;
    expectShares(chosen(options, {2, 1, 2, 7}), [](auto t) {
        if (t == 2) return std::exp(3.0 / 1.5);
        if (t == 1) return std::exp(-2.0 * 1.5);
        return std::exp(logit(t));
    });
    options.temperature = 0;
    EXPECT_EQ(chosen(options, {2}).begin()->first, 4) << "greedy decoding, too";
}

TEST(Sampling, RulesActOneAfterTheOther) {
    GenerateOptions options = everything();
    options.top_k = 4;     // 2, 4, 6, 0
    options.top_p = 0.85;  // of these: 2, 4 (.78), 6 (.93)
    options.min_p = 0.5;   // 2, 4
    EXPECT_EQ(chosen(options), (std::map<std::int64_t, double>{{2, 0.5}, {4, 0.5}}));
}

TEST(Sampling, DrawsAsOftenAsTheProbabilitiesSay) {
    GenerateOptions options = everything();
    const auto distribution = samplingDistribution(kLogits, {}, options);
    std::mt19937_64 random(3);
    std::map<std::int64_t, int> count;
    constexpr int kDraws = 20'000;
    for (int i = 0; i < kDraws; ++i)
        ++count[drawToken(distribution, random)];
    double chi_square = 0;
    for (const TokenProbability& one : distribution) {
        const double expected = kDraws * one.probability;
        chi_square += std::pow(count[one.token] - expected, 2) / expected;
    }
    EXPECT_LT(chi_square, 24.3) << "7 degrees of freedom, 0.1 %";
}

TEST(Sampling, SaysWhichValuesAreAllowed) {
    EXPECT_NO_THROW(checkGenerateOptions({}));
    const auto refused = [](const auto& change) {
        GenerateOptions options;
        change(options);
        EXPECT_THROW(checkGenerateOptions(options), Error);
    };
    refused([](GenerateOptions& o) { o.max_tokens = 0; });
    refused([](GenerateOptions& o) { o.temperature = -1; });
    refused([](GenerateOptions& o) { o.temperature = NAN; });
    refused([](GenerateOptions& o) { o.top_k = -1; });
    refused([](GenerateOptions& o) { o.top_p = 0; });
    refused([](GenerateOptions& o) { o.top_p = 1.5; });
    refused([](GenerateOptions& o) { o.min_p = -0.1; });
    refused([](GenerateOptions& o) { o.repetition_penalty = 0.9; });
    refused([](GenerateOptions& o) { o.continuations = 0; });
    refused([](GenerateOptions& o) { o.stop = {""}; });
}

}  // namespace
}  // namespace orrery
