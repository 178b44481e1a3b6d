// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ablation/ablation.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "core/error.h"

namespace orrery {
namespace {

constexpr double kFirstTolerance = 0.05;
constexpr int kTriesPerSet = 200;
constexpr int kBootstraps = 999;
constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

double usageOf(const ExpertSet& set, const std::vector<std::vector<double>>& shares) {
    double sum = 0;
    for (const ExpertPlace& place : set)
        sum +=
            shares[static_cast<std::size_t>(place.layer)][static_cast<std::size_t>(place.expert)];
    return sum;
}

std::vector<std::vector<double>> sharesOf(const std::vector<std::vector<double>>& usage) {
    std::vector<std::vector<double>> shares = usage;
    for (auto& layer : shares) {
        const double sum = std::accumulate(layer.begin(), layer.end(), 0.0);
        for (double& value : layer)
            value = sum > 0 ? value / sum : 0;
    }
    return shares;
}

void checkSet(const ExpertSet& set, const std::vector<std::vector<double>>& usage) {
    if (set.empty()) throw Error("There are no experts to knock out.");
    for (const ExpertPlace& place : set) {
        const std::string name = std::to_string(place.layer) + ":" + std::to_string(place.expert);
        if (place.layer < 0 || place.layer >= std::ssize(usage) || place.expert < 0 ||
            place.expert >= std::ssize(usage[static_cast<std::size_t>(place.layer)]))
            throw Error("There is no expert " + name + " (LAYER:EXPERT, from 0).");
        if (std::ranges::count(set, place) > 1) throw Error("Expert " + name + " is given twice.");
    }
}

/// A number below `count`, the same on all systems.
std::size_t below(std::mt19937_64& random, std::size_t count) {
    return static_cast<std::size_t>(static_cast<double>(random() >> 11U) * 0x1.0p-53 *
                                    static_cast<double>(count));
}

/// As many experts of each layer, all alike likely.
ExpertSet drawSet(const std::map<int, int>& sizes, const std::vector<std::vector<double>>& usage,
                  std::mt19937_64& random) {
    ExpertSet set;
    for (const auto& [layer, size] : sizes) {
        std::vector<int> all(usage[static_cast<std::size_t>(layer)].size());
        std::iota(all.begin(), all.end(), 0);
        for (int i = 0; i < size; ++i) {
            const auto at = static_cast<std::size_t>(i);
            std::swap(all[at], all[at + below(random, all.size() - at)]);
            set.push_back({layer, all[at]});
        }
    }
    std::ranges::sort(set);
    return set;
}

double quantile(const std::vector<double>& sorted, double share) {
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto low = static_cast<std::size_t>(place);
    const std::size_t high = std::min(low + 1, sorted.size() - 1);
    return sorted[low] + (place - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

/// Sums of a block's values in one group and outside.
struct BlockSums {
    double own = 0, others = 0;
    double own_count = 0, others_count = 0;

    void add(const BlockSums& more) {
        own += more.own;
        others += more.others;
        own_count += more.own_count;
        others_count += more.others_count;
    }
    double difference() const {
        return own_count > 0 && others_count > 0 ? own / own_count - others / others_count
                                                 : kNoValue;
    }
};

/// Sets other than `set` of the same numbers of experts, up to `most`.
double otherSets(const std::map<int, int>& sizes, const std::vector<std::vector<double>>& usage,
                 double most) {
    double count = 1;
    for (const auto& [layer, size] : sizes)
        for (int i = 0; i < size; ++i)
            count *= static_cast<double>(std::ssize(usage[static_cast<std::size_t>(layer)]) - i) /
                     (i + 1);
    return std::min(count - 1, most);
}

}  // namespace

RandomSets drawRandomSets(const ExpertSet& set, const std::vector<std::vector<double>>& usage,
                          int count, std::uint64_t seed) {
    checkSet(set, usage);
    const auto shares = sharesOf(usage);
    std::map<int, int> sizes;
    for (const ExpertPlace& place : set)
        ++sizes[place.layer];
    RandomSets drawn;
    drawn.usage = usageOf(set, shares);
    ExpertSet own = set;
    std::ranges::sort(own);
    // Enough that differ: one that is drawn again and again tells nothing of chance.
    const double different = otherSets(sizes, shares, count) / 2;
    for (drawn.tolerance = kFirstTolerance;; drawn.tolerance *= 2) {
        std::mt19937_64 random(seed);
        drawn.sets.clear();
        std::set<ExpertSet> distinct;
        const bool any = drawn.tolerance > 1e6;  // a set that nothing chooses
        for (int i = 0; i < count * kTriesPerSet && std::ssize(drawn.sets) < count; ++i) {
            ExpertSet one = drawSet(sizes, shares, random);
            if (one == own && different > 0) continue;
            if (any ||
                std::abs(usageOf(one, shares) - drawn.usage) <= drawn.tolerance * drawn.usage) {
                distinct.insert(one);
                drawn.sets.push_back(std::move(one));
            }
        }
        if (any ||
            (std::ssize(drawn.sets) >= count && static_cast<double>(distinct.size()) >= different))
            break;
    }
    for (const ExpertSet& one : drawn.sets)
        drawn.mean_usage += usageOf(one, shares) / static_cast<double>(drawn.sets.size());
    return drawn;
}

BesideRandom besideRandom(double value, std::vector<double> random) {
    std::erase_if(random, [](double one) { return std::isnan(one); });
    BesideRandom result{value, kNoValue, kNoValue, kNoValue, kNoValue};
    if (random.empty() || std::isnan(value)) return result;
    std::ranges::sort(random);
    const auto count = static_cast<double>(random.size());
    result.mean = std::accumulate(random.begin(), random.end(), 0.0) / count;
    result.low = quantile(random, 0.025);
    result.high = quantile(random, 0.975);
    const auto as_large = random.end() - std::ranges::lower_bound(random, value);
    result.p_value = (1 + static_cast<double>(as_large)) / (1 + count);
    return result;
}

Interval differenceOfMeans(std::span<const float> values, const std::vector<bool>& own,
                           std::span<const std::int64_t> begins, std::uint64_t seed) {
    if (own.size() != values.size()) throw Error("Values and groups differ in number.");
    std::vector<BlockSums> blocks(begins.size());
    BlockSums all;
    std::size_t block = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        while (block + 1 < begins.size() && begins[block + 1] <= static_cast<std::int64_t>(i))
            ++block;
        if (std::isnan(values[i]) || blocks.empty()) continue;
        BlockSums one;
        (own[i] ? one.own : one.others) = values[i];
        (own[i] ? one.own_count : one.others_count) = 1;
        blocks[block].add(one);
        all.add(one);
    }
    Interval result{all.difference(), kNoValue, kNoValue};
    if (std::isnan(result.value)) return result;
    std::mt19937_64 random(seed);
    std::vector<double> again;
    for (int i = 0; i < kBootstraps; ++i) {
        BlockSums sum;
        for (std::size_t b = 0; b < blocks.size(); ++b)
            sum.add(blocks[below(random, blocks.size())]);
        if (!std::isnan(sum.difference())) again.push_back(sum.difference());
    }
    std::ranges::sort(again);
    result.low = quantile(again, 0.025);
    result.high = quantile(again, 0.975);
    return result;
}

double groupMean(const TokenGroup& group, std::span<const float> values) {
    double sum = 0, count = 0;
    for (const std::int64_t token : group.tokens) {
        const float value = values[static_cast<std::size_t>(token)];
        if (std::isnan(value)) continue;
        sum += value;
        ++count;
    }
    return count > 0 ? sum / count : kNoValue;
}

std::string tokenKind(const std::string& piece) {
    const auto is = [](char c, int (*kind)(int)) {
        return kind(static_cast<unsigned char>(c)) != 0;
    };
    if (piece.size() == 6 && piece.starts_with("<0x")) return "other";
    const std::size_t first = piece.find_first_not_of(" \n\t\r");
    if (first == std::string::npos) return "space";
    const char c = piece[first];
    if (is(c, std::isdigit)) return "number";
    if (is(c, std::ispunct)) return "punctuation";
    const bool letter = is(c, std::isalpha) || static_cast<unsigned char>(c) >= 0x80;
    if (!letter) return "other";
    return first > 0 ? "word" : "part of a word";
}

}  // namespace orrery
