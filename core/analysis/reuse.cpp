// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reuse.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "core/analysis/shuffle.h"
#include "core/error.h"

namespace orrery {
namespace {

constexpr int kPermutations = 199;
constexpr std::uint64_t kSeed = 1;

using Shares = std::vector<double>;        // [E]
using Numbers = std::vector<std::size_t>;  // [E] what each expert is called
using Pairs = std::set<std::pair<std::size_t, std::size_t>>;

Shares sharesOf(const RoutedText& text, std::size_t layer) {
    Shares shares = selectionCounts(text.selections(layer));
    const double all = std::reduce(shares.begin(), shares.end());
    for (double& share : shares)
        share /= std::max(all, 1.0);
    return shares;
}

/// The figure itself, and its mean over random names of the other text's experts.
template <class Figure>  // Numbers -> double
Reuse againstChance(int experts, const Figure& figure) {
    Numbers names(static_cast<std::size_t>(experts));
    std::iota(names.begin(), names.end(), std::size_t{0});
    Reuse reuse;
    reuse.share = figure(names);
    Shuffle random(kSeed);
    for (int i = 0; i < kPermutations; ++i) {
        random(std::span(names));
        reuse.chance += figure(names) / kPermutations;
    }
    return reuse;
}

/// Pairs of experts that are together in a guild, smaller name first.
Pairs pairsOf(const std::vector<Guild>& guilds, const Numbers& names) {
    Pairs pairs;
    for (const Guild& guild : guilds)
        for (std::size_t i = 0; i < guild.experts.size(); ++i)
            for (std::size_t j = i + 1; j < guild.experts.size(); ++j)
                pairs.insert(std::minmax({names[static_cast<std::size_t>(guild.experts[i])],
                                          names[static_cast<std::size_t>(guild.experts[j])]}));
    return pairs;
}

/// Tokens of the guilds, and of those that hold one of the pairs.
struct GuildTokens {
    double all = 0, shared = 0;

    void add(const std::vector<Guild>& guilds, const Numbers& names, const Pairs& pairs) {
        for (const Guild& guild : guilds) {
            const Pairs own = pairsOf({guild}, names);
            const auto tokens = static_cast<double>(guild.tokens);
            all += tokens;
            if (std::ranges::any_of(own, [&](const auto& pair) { return pairs.contains(pair); }))
                shared += tokens;
        }
    }
};

}  // namespace

Reuse sharedLoad(const RoutedText& one, const RoutedText& other) {
    if (one.layers.size() != other.layers.size() || one.experts != other.experts)
        throw Error("The two texts were routed by models of other sizes.");
    std::vector<std::pair<Shares, Shares>> layers;
    for (std::size_t layer = 0; layer < one.layers.size(); ++layer)
        layers.emplace_back(sharesOf(one, layer), sharesOf(other, layer));
    return againstChance(one.experts, [&](const Numbers& names) {
        double common = 0;
        for (const auto& [mine, theirs] : layers)
            for (std::size_t e = 0; e < mine.size(); ++e)
                common += std::min(mine[names[e]], theirs[e]);
        return common / static_cast<double>(layers.size());
    });
}

LayerGuilds guildsOf(const RoutedText& text, const GuildOptions& options) {
    const TokenLabels labels = guildLabels(text);
    LayerGuilds guilds;
    for (std::size_t layer = 0; layer < text.layers.size(); ++layer)
        guilds.push_back(findGuilds(text.selections(layer), labels.of_token,
                                    static_cast<int>(labels.names.size()), options));
    return guilds;
}

Reuse sharedGuilds(const LayerGuilds& one, const LayerGuilds& other, int experts) {
    if (one.size() != other.size()) throw Error("The two texts have guilds of other layers.");
    Numbers own(static_cast<std::size_t>(experts));
    std::iota(own.begin(), own.end(), std::size_t{0});
    return againstChance(experts, [&](const Numbers& names) {
        GuildTokens tokens;
        for (std::size_t layer = 0; layer < one.size(); ++layer) {
            tokens.add(one[layer], own, pairsOf(other[layer], names));
            tokens.add(other[layer], names, pairsOf(one[layer], own));
        }
        return tokens.all > 0 ? tokens.shared / tokens.all
                              : std::numeric_limits<double>::quiet_NaN();
    });
}

}  // namespace orrery
