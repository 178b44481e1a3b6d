// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/run_ablation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <set>

#include "core/analysis/guilds/guilds.h"
#include "core/error.h"
#include "core/events/interventions.h"
#include "core/train/text/ablation_text.h"

namespace orrery {
namespace {

std::vector<std::vector<double>> usageOf(const RoutedText& text) {
    std::vector<std::vector<double>> usage;
    for (std::size_t layer = 0; layer < text.layers.size(); ++layer)
        usage.push_back(selectionCounts(text.selections(layer)));
    return usage;
}

double usageShare(const std::vector<std::vector<double>>& usage, const ExpertPlace& place) {
    const auto& layer = usage[static_cast<std::size_t>(place.layer)];
    double sum = 0;
    for (const double value : layer)
        sum += value;
    return sum > 0 ? layer[static_cast<std::size_t>(place.expert)] / sum : 0;
}

/// Of a layer with a graph of keys: its exact search, as knocking out takes.
Interventions searchedExactly(const Config& config) {
    Interventions all;
    for (int layer = 0; layer < config.model.num_layers && config.some.search == KeySearch::hnsw;
         ++layer) {
        Intervention one;
        one.kind = InterventionKind::scaleGate;
        one.layer = layer;
        all.push_back(one);
    }
    return all;
}

Interventions knockedOut(const ExpertSet& set, const Config& config) {
    Interventions all = searchedExactly(config);
    for (const ExpertPlace& place : set) {
        Intervention one;
        one.layer = place.layer;
        one.expert = place.expert;
        all.push_back(one);
    }
    return all;
}

/// Tokens that chose all of the set's experts of one of its layers.
std::vector<bool> servedBy(const ExpertSet& set, const RoutedText& text) {
    std::map<int, std::vector<std::int32_t>> by_layer;
    for (const ExpertPlace& place : set)
        by_layer[place.layer].push_back(place.expert);
    std::vector<bool> own(text.token_ids.size());
    for (const auto& [layer, experts] : by_layer) {
        const Selections chosen = text.selections(static_cast<std::size_t>(layer));
        for (std::size_t token = 0; token < own.size(); ++token) {
            const auto of = chosen.of(token);
            if (std::ranges::all_of(experts, [&](auto expert) {
                    return std::ranges::find(of, expert) != of.end();
                }))
                own[token] = true;
        }
    }
    return own;
}

std::vector<TokenGroup> groupsOf(const RoutedText& text, const std::vector<bool>& own) {
    std::vector<TokenGroup> groups(3);
    groups[0] = {"all", "all tokens", {}};
    groups[1] = {"own", "tokens it serves", {}};
    groups[2] = {"own", "other tokens", {}};
    std::map<std::string, TokenGroup> parts, kinds;
    for (std::size_t i = 0; i < text.token_ids.size(); ++i) {
        const auto token = static_cast<std::int64_t>(i);
        groups[0].tokens.push_back(token);
        groups[own[i] ? 1 : 2].tokens.push_back(token);
        const std::int32_t part = text.parts.empty() ? -1 : text.parts[i];
        if (part >= 0) {
            const std::string& name = text.part_names[static_cast<std::size_t>(part)];
            TokenGroup& group = parts[name];
            group.by = "part of speech";
            group.name = name;
            group.tokens.push_back(token);
        }
        const std::string kind =
            tokenKind(text.pieces.at(static_cast<std::size_t>(text.token_ids[i])));
        TokenGroup& group = kinds[kind];
        group.by = "token kind";
        group.name = kind;
        group.tokens.push_back(token);
    }
    for (const auto* more : {&parts, &kinds})
        for (const auto& [name, group] : *more)
            groups.push_back(group);
    return groups;
}

/// Counts passes, and says how far they are.
class Passes {
public:
    Passes(AblationText& text, const Config& config, const AblationOptions& options, int count,
           std::int64_t tokens)
        : text_(text), config_(config), options_(options), count_(count), tokens_(tokens) {}

    std::vector<float> base() {
        const auto begin = std::chrono::steady_clock::now();
        base_ = text_.losses(searchedExactly(config_));
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        if (options_.on_cost && !told_) options_.on_cost({count_, tokens_, took.count() * count_});
        told_ = true;
        tell();
        return base_;
    }
    /// [N] by which the losses grow.
    std::vector<float> changes(const ExpertSet& set) {
        std::vector<float> after = text_.losses(knockedOut(set, config_));
        for (std::size_t i = 0; i < after.size(); ++i)
            after[i] -= base_[i];
        tell();
        return after;
    }

private:
    void tell() {
        ++done_;
        if (options_.progress) options_.progress(static_cast<double>(done_) / count_);
    }

    AblationText& text_;
    const Config& config_;
    const AblationOptions& options_;
    int count_;
    std::int64_t tokens_;
    int done_ = 0;
    bool told_ = false;
    std::vector<float> base_;
};

double ownMinusOthers(const std::vector<TokenGroup>& groups, const std::vector<float>& changes) {
    return groupMean(groups[1], changes) - groupMean(groups[2], changes);
}

std::string expertsText(const ExpertSet& set) {
    std::string text;
    for (const ExpertPlace& place : set)
        text += (text.empty() ? "" : ",") + std::to_string(place.layer) + ":" +
                std::to_string(place.expert);
    return text;
}

/// Sets that can be knocked out at all: some.top_k experts stay in each layer.
void requireEnough(const ExpertSet& set, const Config& config) {
    std::map<int, std::int64_t> sizes;
    for (const ExpertPlace& place : set)
        ++sizes[place.layer];
    for (const auto& [layer, size] : sizes)
        if (config.some.num_experts - size < config.some.top_k)
            throw Error("Layer " + std::to_string(layer) +
                        " would keep fewer experts than some.top_k (" +
                        std::to_string(config.some.top_k) + "); knock out fewer.");
}

}  // namespace

AblationResult runAblation(LanguageModel& model, const RoutedText& text, const ExpertSet& experts,
                           const AblationOptions& options, std::vector<bool> own) {
    const Config& config = model->config();
    AblationResult result;
    result.experts = experts;
    std::ranges::sort(result.experts);
    result.what = "experts " + expertsText(result.experts);
    result.tokens = std::ssize(text.token_ids);
    const auto usage = usageOf(text);
    result.random = drawRandomSets(result.experts, usage, options.random_sets, options.seed);
    requireEnough(result.experts, config);
    if (own.empty()) own = servedBy(result.experts, text);
    const std::vector<TokenGroup> groups = groupsOf(text, own);

    AblationText read(model, text, options.cancelled);
    read.begin(result.experts.front().layer);
    const bool one = result.experts.size() == 1;
    const int members = one ? 0 : static_cast<int>(result.experts.size());
    Passes passes(read, config, options, 2 + options.random_sets + members, result.tokens);
    const std::vector<float> base = passes.base();
    const std::vector<float> changes = passes.changes(result.experts);
    std::vector<std::vector<double>> random(groups.size());
    std::vector<double> random_differences;
    for (const ExpertSet& set : result.random.sets) {
        const std::vector<float> of_set = passes.changes(set);
        for (std::size_t group = 0; group < groups.size(); ++group)
            random[group].push_back(groupMean(groups[group], of_set));
        random_differences.push_back(ownMinusOthers(groups, of_set));
    }
    for (std::size_t group = 0; group < groups.size(); ++group)
        result.groups.push_back({groups[group].by, groups[group].name,
                                 std::ssize(groups[group].tokens), groupMean(groups[group], base),
                                 besideRandom(groupMean(groups[group], changes), random[group])});
    result.own_tokens = std::ssize(groups[1].tokens);
    result.own_minus_others = differenceOfMeans(changes, own, text.window_begins, options.seed);
    result.own_minus_others_random =
        besideRandom(ownMinusOthers(groups, changes), random_differences);
    for (const ExpertPlace& place : result.experts)
        result.members.push_back({place, usageShare(usage, place),
                                  groupMean(groups[0], one ? changes : passes.changes({place}))});
    return result;
}

std::vector<bool> servedByGuild(const RoutedText& text, const ExpertSet& experts,
                                const std::string& kind) {
    const TokenLabels labels = guildLabels(text);
    const auto name = std::ranges::find(labels.names, kind);
    if (name == labels.names.end()) throw Error("The text has no tokens of the kind " + kind + ".");
    std::vector<bool> own = servedBy(experts, text);
    for (std::size_t i = 0; i < own.size(); ++i)
        own[i] = own[i] && labels.of_token[i] == name - labels.names.begin();
    return own;
}

std::vector<ExpertEffect> runSweep(LanguageModel& model, const RoutedText& text,
                                   const AblationOptions& options) {
    const Config& config = model->config();
    const auto usage = usageOf(text);
    requireEnough({{0, 0}}, config);
    const TokenGroup all = groupsOf(text, std::vector<bool>(text.token_ids.size())).front();
    const auto layers = static_cast<int>(config.model.num_layers);
    const auto experts = static_cast<int>(config.some.num_experts);
    AblationText read(model, text, options.cancelled);
    Passes passes(read, config, options, layers * (experts + 1), std::ssize(text.token_ids));
    std::vector<ExpertEffect> effects;
    for (int layer = 0; layer < layers; ++layer) {
        read.begin(layer);
        passes.base();
        for (int expert = 0; expert < experts; ++expert) {
            const ExpertPlace place{layer, expert};
            effects.push_back(
                {place, usageShare(usage, place), groupMean(all, passes.changes({place}))});
        }
    }
    return effects;
}

std::vector<FoundGuild> findGuildsOf(const RoutedText& text, int layer,
                                     const AblationOptions& options) {
    if (layer < 0 || layer >= std::ssize(text.layers))
        throw Error("There is no layer " + std::to_string(layer) + "; layers are 0 to " +
                    std::to_string(std::ssize(text.layers) - 1) + ".");
    const TokenLabels labels = guildLabels(text);
    GuildOptions how;
    how.permutations = options.permutations;
    how.keep_going = [&] { return !(options.cancelled && options.cancelled()); };
    std::vector<FoundGuild> all;
    for (const Guild& guild :
         findGuilds(text.selections(static_cast<std::size_t>(layer)), labels.of_token,
                    static_cast<int>(labels.names.size()), how)) {
        FoundGuild found;
        for (const std::int32_t expert : guild.experts)
            found.experts.push_back({layer, expert});
        found.own.resize(text.token_ids.size());
        for (const std::size_t token : guild.members)
            found.own[token] = true;
        found.kind = labels.names[static_cast<std::size_t>(guild.kind)];
        all.push_back(std::move(found));
    }
    return all;
}

FoundGuild findGuild(const RoutedText& text, int layer, int number,
                     const AblationOptions& options) {
    const auto all = findGuildsOf(text, layer, options);
    if (number < 0 || number >= std::ssize(all))
        throw Error("Layer " + std::to_string(layer) + " has " + std::to_string(all.size()) +
                    " guilds in this text, numbered from 0; orrery-cli analyze lists them.");
    return all[static_cast<std::size_t>(number)];
}

}  // namespace orrery
