// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/guilds/guilds.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/analysis/shuffle.h"
#include "core/error.h"

namespace orrery {
namespace {

using Counts = std::vector<std::uint32_t>;

/// How surprising it is to count so many where so many were expected: twice the logarithm of the
/// likelihood ratio of two Poisson distributions. 0 for no more than expected.
double surprise(double counted, double expected) {
    if (counted <= expected || expected <= 0) return 0;
    return 2 * (counted * std::log(counted / expected) - (counted - expected));
}

/// The tokens that take part; experts are numbered anew, those that are left out have number -1 and
/// are passed over.
struct Text {
    std::vector<std::size_t> positions;  // [n] in the caller's text
    std::vector<std::int32_t> labels;    // [n]
    std::vector<std::int32_t> chosen;    // [n, k]
    std::vector<std::int32_t> names;     // of the new numbers
    std::size_t k = 1;
    std::size_t kinds = 0;
    std::vector<double> of_kind;    // [kinds] tokens
    std::vector<double> of_expert;  // [experts] tokens

    std::size_t tokens() const { return labels.size(); }
    std::size_t experts() const { return names.size(); }
    std::span<const std::int32_t> of(std::size_t token) const {
        return std::span(chosen).subspan(token * k, k);
    }
};

Text takePart(const Selections& selections, std::span<const std::int32_t> labels, int label_count,
              const GuildOptions& options) {
    checkSelections(selections);
    if (labels.size() != selections.tokens()) throw Error("Guilds need one label for each token.");
    Text text;
    text.k = static_cast<std::size_t>(selections.top_k);
    text.kinds = static_cast<std::size_t>(label_count);
    text.of_kind.assign(text.kinds, 0);
    const std::vector<double> counts = selectionCounts(selections);
    text.names.resize(counts.size());
    std::iota(text.names.begin(), text.names.end(), 0);
    std::ranges::stable_sort(text.names, std::greater<>(),
                             [&](int e) { return counts[static_cast<std::size_t>(e)]; });
    if (std::ssize(text.names) > options.most_experts)
        text.names.resize(static_cast<std::size_t>(options.most_experts));
    std::vector<std::int32_t> number(counts.size(), -1);
    for (std::size_t n = 0; n < text.names.size(); ++n)
        number[static_cast<std::size_t>(text.names[n])] = static_cast<std::int32_t>(n);
    text.of_expert.assign(text.experts(), 0);
    for (std::size_t token = 0; token < labels.size(); ++token) {
        if (labels[token] < 0) continue;
        if (labels[token] >= label_count) throw Error("A token has a label out of range.");
        text.positions.push_back(token);
        text.labels.push_back(labels[token]);
        ++text.of_kind[static_cast<std::size_t>(labels[token])];
        for (const std::int32_t expert : selections.of(token)) {
            text.chosen.push_back(number[static_cast<std::size_t>(expert)]);
            if (text.chosen.back() >= 0)
                ++text.of_expert[static_cast<std::size_t>(text.chosen.back())];
        }
    }
    return text;
}

/// [experts, kinds]
Counts countExperts(const Text& text, std::span<const std::int32_t> labels) {
    Counts counts(text.experts() * text.kinds, 0);
    for (std::size_t token = 0; token < text.tokens(); ++token)
        for (const std::int32_t expert : text.of(token))
            if (expert >= 0)
                ++counts[static_cast<std::size_t>(expert) * text.kinds +
                         static_cast<std::size_t>(labels[token])];
    return counts;
}

/// Another order of the text in blocks, cut at a random place: neighbors mostly stay neighbors, so
/// that a token's likeness to those around it is the same by chance as it is in the text.
class BlockOrder {
public:
    BlockOrder(std::size_t tokens, Shuffle& random)
        : tokens_(tokens), block_(blockLength(tokens)), offset_(random.below(tokens)) {
        const std::size_t blocks = (tokens + block_ - 1) / block_;
        std::vector<std::size_t> order(blocks);
        std::iota(order.begin(), order.end(), 0);
        random(std::span(order));
        begins_.resize(blocks);
        std::size_t at = 0;
        for (const std::size_t block : order) {
            begins_[block] = at;
            at += std::min(block_, tokens - block * block_);
        }
    }
    std::size_t operator()(std::size_t token) const {
        const std::size_t turned = (token + offset_) % tokens_;
        return begins_[turned / block_] + turned % block_;
    }

private:
    /// A dozen blocks: their ends break few of the runs that neighbors make, and there are many
    /// orders, each cut at any token.
    static std::size_t blockLength(std::size_t tokens) {
        return std::max<std::size_t>(tokens / 12, 1);
    }

    std::size_t tokens_, block_, offset_;
    std::vector<std::size_t> begins_;  // of each block, in the new order
};

/// The experts of each token when every expert's tokens are in a block order of their own: who
/// meets whom is chance, how often an expert is chosen and how it clusters stay.
struct Apart {
    std::vector<std::size_t> begins;    // [n + 1]
    std::vector<std::int32_t> experts;  // ascending within a token

    std::span<const std::int32_t> of(std::size_t token) const {
        return std::span(experts).subspan(begins[token], begins[token + 1] - begins[token]);
    }
};

/// Pairs of experts by kind, cleared by what was counted.
class PairCounts {
public:
    PairCounts(std::size_t experts, std::size_t kinds)
        : experts_(experts), kinds_(kinds), counts_(experts * experts * kinds, 0) {}
    std::size_t place(std::size_t low, std::size_t high, std::size_t kind) const {
        return (low * experts_ + high) * kinds_ + kind;
    }
    std::uint32_t at(std::size_t low, std::size_t high, std::size_t kind) const {
        return counts_[place(low, high, kind)];
    }
    /// The pairs of a token of that kind.
    void add(std::span<const std::int32_t> chosen, std::size_t kind) {
        for (std::size_t a = 0; a < chosen.size(); ++a)
            for (std::size_t b = a + 1; b < chosen.size(); ++b) {
                const auto [low, high] = std::minmax(chosen[a], chosen[b]);
                if (low < 0) continue;
                const std::size_t where =
                    place(static_cast<std::size_t>(low), static_cast<std::size_t>(high), kind);
                if (counts_[where]++ == 0) touched_.push_back(where);
            }
    }
    /// see(low, high, kind, count) of all that were counted.
    template <class See>
    void each(const See& see) const {
        for (const std::size_t where : touched_)
            see(where / kinds_ / experts_, where / kinds_ % experts_, where % kinds_,
                counts_[where]);
    }
    double sum() const {
        double all = 0;
        each([&](auto, auto, auto, std::uint32_t count) { all += count; });
        return all;
    }
    void clear() {
        for (const std::size_t where : touched_)
            counts_[where] = 0;
        touched_.clear();
    }

private:
    std::size_t experts_, kinds_;
    std::vector<std::uint32_t> counts_;  // [experts, experts, kinds], first expert < second
    std::vector<std::size_t> touched_;
};

class Search {
public:
    Search(const Text& text, const GuildOptions& options)
        : text_(text),
          options_(options),
          random_(options.seed),
          places_(text.experts()),
          pairs_(text.experts(), text.kinds) {
        for (std::size_t token = 0; token < text.tokens(); ++token) {
            pairs_.add(text.of(token), static_cast<std::size_t>(text.labels[token]));
            for (const std::int32_t expert : text.of(token))
                if (expert >= 0) places_[static_cast<std::size_t>(expert)].push_back(token);
        }
        experts_ = countExperts(text, text.labels);
        // A token's experts are different, so that pairs are rarer than of independent draws.
        const double sum = std::reduce(text.of_expert.begin(), text.of_expert.end());
        const double squares = std::inner_product(text.of_expert.begin(), text.of_expert.end(),
                                                  text.of_expert.begin(), 0.0);
        const double independent = (sum * sum - squares) / 2 / static_cast<double>(text.tokens());
        different_ = independent > 0 ? pairs_.sum() / independent : 1;
        measureChance();
    }

    std::vector<Guild> guilds() {
        std::vector<Guild> found;
        for (std::size_t kind = 0; kind < text_.kinds; ++kind)
            addGuildsOf(kind, found);
        compareWithChance(found);
        std::ranges::sort(found, {}, [](const Guild& g) {
            return std::tuple(g.p_value, -g.tokens, g.kind, g.experts);
        });
        return found;
    }

private:
    struct Bond {
        std::size_t low, high;
        double strength;
    };

    /// How much more often the expert serves the kind than its frequency explains.
    double affinity(const Counts& counts, std::size_t expert, std::size_t kind) const {
        return surprise(
            counts[expert * text_.kinds + kind],
            text_.of_expert[expert] * text_.of_kind[kind] / static_cast<double>(text_.tokens()));
    }
    /// How much more often both serve a token of the kind than their frequencies explain;
    /// `different` is 1 where experts are apart, and a token may have any number.
    double bondOf(std::uint32_t counted, std::size_t low, std::size_t high, std::size_t kind,
                  double different) const {
        if (std::cmp_less(counted, options_.fewest_tokens)) return 0;
        const auto n = static_cast<double>(text_.tokens());
        return surprise(counted, different * text_.of_expert[low] / n * text_.of_expert[high] / n *
                                     text_.of_kind[kind]);
    }
    double bond(std::size_t low, std::size_t high, std::size_t kind) const {
        return bondOf(pairs_.at(low, high, kind), low, high, kind, different_);
    }
    /// largest: of each permutation, ascending.
    static double pValue(const std::vector<double>& largest, double value) {
        const auto as_large = largest.end() - std::ranges::lower_bound(largest, value);
        return static_cast<double>(1 + as_large) / static_cast<double>(1 + largest.size());
    }

    /// Throws Cancelled.
    Apart apart() {
        if (options_.keep_going && !options_.keep_going()) throw Cancelled();
        std::vector<std::vector<std::size_t>> moved(places_.size());
        Apart made;
        made.begins.assign(text_.tokens() + 1, 0);
        for (std::size_t expert = 0; expert < places_.size(); ++expert) {
            const BlockOrder order(text_.tokens(), random_);
            for (const std::size_t token : places_[expert]) {
                moved[expert].push_back(order(token));
                ++made.begins[moved[expert].back() + 1];
            }
        }
        std::partial_sum(made.begins.begin(), made.begins.end(), made.begins.begin());
        made.experts.resize(made.begins.back());
        std::vector<std::size_t> next(made.begins.begin(), made.begins.end() - 1);
        for (std::size_t expert = 0; expert < moved.size(); ++expert)
            for (const std::size_t token : moved[expert])
                made.experts[next[token]++] = static_cast<std::int32_t>(expert);
        return made;
    }
    std::vector<std::int32_t> movedLabels() {
        const BlockOrder order(text_.tokens(), random_);
        std::vector<std::int32_t> labels(text_.labels.size());
        for (std::size_t token = 0; token < labels.size(); ++token)
            labels[order(token)] = text_.labels[token];
        return labels;
    }
    void measureChance();
    void compareWithChance(std::vector<Guild>& guilds);
    std::vector<Bond> strongBonds(std::size_t kind) const;
    std::vector<std::size_t> grow(const Bond& bond, const std::vector<Bond>& bonds,
                                  std::size_t kind) const;
    void addGuildsOf(std::size_t kind, std::vector<Guild>& found) const;
    Guild describe(std::span<const std::size_t> experts, std::size_t kind) const;

    const Text& text_;
    const GuildOptions& options_;
    Shuffle random_;
    double different_ = 1;
    std::vector<std::vector<std::size_t>> places_;  // [experts] its tokens
    PairCounts pairs_;
    Counts experts_;                          // [experts, kinds]
    std::vector<double> affinities_, bonds_;  // the largest of each permutation, ascending
};

bool holdsAll(std::span<const std::int32_t> chosen, std::span<const std::size_t> experts) {
    return std::ranges::all_of(experts, [&](std::size_t expert) {
        return std::ranges::find(chosen, static_cast<std::int32_t>(expert)) != chosen.end();
    });
}

/// What the largest affinity and bond among all experts, pairs and kinds are when chance decides.
void Search::measureChance() {
    PairCounts pairs(text_.experts(), text_.kinds);
    for (int p = 0; p < options_.permutations; ++p) {
        const Counts experts = countExperts(text_, movedLabels());
        double largest_affinity = 0;
        for (std::size_t expert = 0; expert < text_.experts(); ++expert)
            for (std::size_t kind = 0; kind < text_.kinds; ++kind)
                largest_affinity = std::max(largest_affinity, affinity(experts, expert, kind));
        affinities_.push_back(largest_affinity);
        const Apart chosen = apart();
        pairs.clear();
        for (std::size_t token = 0; token < text_.tokens(); ++token)
            pairs.add(chosen.of(token), static_cast<std::size_t>(text_.labels[token]));
        double largest_bond = 0;
        pairs.each([&](std::size_t low, std::size_t high, std::size_t kind, std::uint32_t count) {
            largest_bond = std::max(largest_bond, bondOf(count, low, high, kind, 1));
        });
        bonds_.push_back(largest_bond);
    }
    std::ranges::sort(affinities_);
    std::ranges::sort(bonds_);
}

/// Pairs that seek the kind, each of them and together; the strongest first.
std::vector<Search::Bond> Search::strongBonds(std::size_t kind) const {
    std::vector<std::size_t> members;
    for (std::size_t e = 0; e < text_.experts(); ++e)
        if (options_.any_kind || pValue(affinities_, affinity(experts_, e, kind)) <= options_.level)
            members.push_back(e);
    std::vector<Bond> bonds;
    for (std::size_t a = 0; a < members.size(); ++a)
        for (std::size_t b = a + 1; b < members.size(); ++b) {
            const double strength = bond(members[a], members[b], kind);
            if (strength > 0 && pValue(bonds_, strength) <= options_.level)
                bonds.push_back({members[a], members[b], strength});
        }
    std::ranges::stable_sort(bonds, std::greater<>(), &Bond::strength);
    return bonds;
}

/// Takes in the expert that most of the pair's tokens share, as long as that is half of them or
/// more, and it has a bond with each member.
std::vector<std::size_t> Search::grow(const Bond& bond, const std::vector<Bond>& bonds,
                                      std::size_t kind) const {
    std::vector<std::size_t> experts = {bond.low, bond.high};
    const auto bound = [&](std::size_t candidate) {
        return std::ranges::all_of(experts, [&](std::size_t member) {
            const auto [low, high] = std::minmax(candidate, member);
            return std::ranges::any_of(
                bonds, [&](const Bond& b) { return b.low == low && b.high == high; });
        });
    };
    while (experts.size() < text_.k) {
        std::vector<std::int64_t> shared(text_.experts(), 0);
        std::int64_t tokens = 0;
        for (std::size_t token = 0; token < text_.tokens(); ++token) {
            if (std::cmp_not_equal(text_.labels[token], kind)) continue;
            if (!holdsAll(text_.of(token), experts)) continue;
            ++tokens;
            for (const std::int32_t expert : text_.of(token))
                if (expert >= 0) ++shared[static_cast<std::size_t>(expert)];
        }
        for (const std::size_t member : experts)
            shared[member] = 0;
        const auto best =
            static_cast<std::size_t>(std::ranges::max_element(shared) - shared.begin());
        const bool enough = 2 * shared[best] >= tokens && shared[best] >= options_.fewest_tokens;
        if (!enough || !bound(best)) break;
        experts.push_back(best);
    }
    return experts;
}

void Search::addGuildsOf(std::size_t kind, std::vector<Guild>& found) const {
    const std::vector<Bond> bonds = strongBonds(kind);
    std::vector<std::vector<std::size_t>> grown;
    for (const Bond& bond : bonds) {
        const bool known = std::ranges::any_of(grown, [&](const auto& experts) {
            return std::ranges::count(experts, bond.low) && std::ranges::count(experts, bond.high);
        });
        if (known) continue;
        grown.push_back(grow(bond, bonds, kind));
        found.push_back(describe(grown.back(), kind));
    }
}

Guild Search::describe(std::span<const std::size_t> experts, std::size_t kind) const {
    Guild guild;
    guild.kind = static_cast<std::int32_t>(kind);
    for (const std::size_t expert : experts) {
        guild.experts.push_back(text_.names[expert]);
        if (!options_.any_kind)
            guild.p_value =
                std::max(guild.p_value, pValue(affinities_, affinity(experts_, expert, kind)));
        for (const std::size_t high : experts)
            if (expert < high)
                guild.p_value = std::max(guild.p_value, pValue(bonds_, bond(expert, high, kind)));
    }
    std::ranges::sort(guild.experts);
    for (std::size_t token = 0; token < text_.tokens(); ++token) {
        if (!holdsAll(text_.of(token), experts)) continue;
        ++guild.tokens_of_any_kind;
        if (std::cmp_equal(text_.labels[token], kind))
            guild.members.push_back(text_.positions[token]);
    }
    guild.tokens = std::ssize(guild.members);
    guild.share_of_kind = static_cast<double>(guild.tokens) / text_.of_kind[kind];
    guild.purity =
        static_cast<double>(guild.tokens) / static_cast<double>(guild.tokens_of_any_kind);
    return guild;
}

void Search::compareWithChance(std::vector<Guild>& guilds) {
    if (guilds.empty()) return;
    std::vector<std::vector<std::size_t>> numbers;  // of each guild's experts, as `chosen` has them
    for (const Guild& guild : guilds) {
        auto& experts = numbers.emplace_back();
        for (const std::int32_t name : guild.experts)
            experts.push_back(static_cast<std::size_t>(std::ranges::find(text_.names, name) -
                                                       text_.names.begin()));
    }
    for (int p = 0; p < options_.permutations; ++p) {
        const Apart chosen = apart();
        for (std::size_t token = 0; token < text_.tokens(); ++token)
            for (std::size_t g = 0; g < guilds.size(); ++g)
                if (guilds[g].kind == text_.labels[token] && holdsAll(chosen.of(token), numbers[g]))
                    ++guilds[g].chance_tokens;
    }
    for (Guild& guild : guilds) {
        const double met = guild.chance_tokens;
        guild.chance_tokens = met / options_.permutations;
        guild.never_met = met == 0;
        guild.strength_bits = std::log2(static_cast<double>(guild.tokens) * options_.permutations /
                                        std::max(met, 1.0));
    }
}

}  // namespace

std::vector<Guild> findGuilds(const Selections& selections, std::span<const std::int32_t> labels,
                              int label_count, const GuildOptions& options) {
    const std::vector<std::int32_t> one(options.any_kind ? labels.size() : 0, 0);
    const Text text = options.any_kind ? takePart(selections, one, 1, options)
                                       : takePart(selections, labels, label_count, options);
    if (text.k < 2 || text.tokens() == 0) return {};
    return Search(text, options).guilds();
}

}  // namespace orrery
