// SPDX-License-Identifier: GPL-3.0-or-later
// What the removal of experts does, beside the removal of random ones (core/README.md, section 14).
// Plain values; all functions: any thread.
#pragma once
#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace orrery {

struct ExpertPlace {
    int layer = 0;
    int expert = 0;
    auto operator<=>(const ExpertPlace&) const = default;
};
using ExpertSet = std::vector<ExpertPlace>;  // ascending, all different

struct RandomSets {
    std::vector<ExpertSet> sets;
    double usage = 0;       // of the set, together, as a share of all selections of its layers
    double mean_usage = 0;  // of the random ones
    double tolerance = 0;   // none differs by a larger share of `usage`
};

/// `count` sets with as many experts of each layer as `set`, drawn at random among all that are
/// used about as much together: within 5 % of the set's usage, or, where too few are, twice that,
/// and so on, until half of `count`, or of all that there are, differ from each other. None is
/// `set` itself, whose own value would be no comparison. usage [L] of [E] selections. Throws Error
/// for an empty set, and experts that do not exist or occur twice.
RandomSets drawRandomSets(const ExpertSet& set, const std::vector<std::vector<double>>& usage,
                          int count, std::uint64_t seed);

/// One value beside those of random sets.
struct BesideRandom {
    double value = 0;
    double mean = 0;           // of the random ones
    double low = 0, high = 0;  // 95 % of the random ones lie between
    double p_value = 1;        // (1 + how many of them are at least as large) / (1 + their number)
};
/// NaN values are left out; without any, all is NaN.
BesideRandom besideRandom(double value, std::vector<double> random);

struct Interval {
    double value = 0;
    double low = 0, high = 0;  // 95 %
};
/// Mean of the values in `own` minus that of the others, with a bootstrap over blocks (windows of
/// text, since neighboring tokens are not independent). NaN values are left out. `begins` are the
/// blocks' first values, ascending. Throws Error for sizes that don't fit; NaN where either is
/// empty.
Interval differenceOfMeans(std::span<const float> values, const std::vector<bool>& own,
                           std::span<const std::int64_t> begins, std::uint64_t seed);

/// Tokens of one kind.
struct TokenGroup {
    std::string by;    // "all", "part of speech", "token kind", "own"
    std::string name;  // "NOUN"
    std::vector<std::int64_t> tokens;
};
/// The mean over a group's tokens; NaN values are left out, and without any it is NaN.
double groupMean(const TokenGroup& group, std::span<const float> values);

/// "word", "part of a word", "number", "punctuation", "space" or "other", by a token's piece.
std::string tokenKind(const std::string& piece);

struct GroupEffect {
    std::string by, name;
    std::int64_t tokens = 0;
    double loss = 0;      // before, nats
    BesideRandom change;  // of the loss
};
struct ExpertEffect {
    ExpertPlace expert;
    double usage = 0;   // share of its layer's selections
    double change = 0;  // of the loss over all tokens when it alone is knocked out
};
struct AblationResult {
    std::int64_t step = 0;
    ExpertSet experts;
    std::string what;  // "guild 1:2 (NOUN)" or "experts 1:3,1:7"
    std::int64_t tokens = 0;
    RandomSets random;
    std::vector<GroupEffect> groups;  // all tokens first
    Interval own_minus_others;  // of the change of the loss: those that the set serves, and not
    BesideRandom own_minus_others_random;  // the same of random sets, for the same tokens
    std::int64_t own_tokens = 0;
    std::vector<ExpertEffect> members;  // each alone
};

}  // namespace orrery
