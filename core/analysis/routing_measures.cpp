// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/routing_measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "core/analysis/association.h"
#include "core/analysis/coactivation.h"
#include "core/analysis/guilds/guild_tables.h"
#include "core/analysis/metrics.h"
#include "core/error.h"

namespace orrery {
namespace {

constexpr std::array<RoutingMeasure, 13> kMeasures = {{{"gini", ""},
                                                       {"entropy_bits", "bits"},
                                                       {"entropy_share", ""},
                                                       {"saturation", ""},
                                                       {"saturation_first", ""},
                                                       {"token_information", "bits"},
                                                       {"token_information_chance", "bits"},
                                                       {"part_information", "bits"},
                                                       {"part_information_chance", "bits"},
                                                       {"vocabulary_specialization", ""},
                                                       {"coactivation", ""},
                                                       {"guilds", "guilds"},
                                                       {"guild_strength", "bits"}}};

void put(LayerMeasures& layer, std::string_view name, double value) {
    if (std::isfinite(value)) layer.insert_or_assign(std::string(name), value);
}

void addUse(LayerMeasures& layer, const Selections& selections) {
    const std::vector<double> counts = selectionCounts(selections);
    const double bits = entropyBits(counts);
    put(layer, "gini", gini(counts));
    put(layer, "entropy_bits", bits);
    if (selections.experts > 1) put(layer, "entropy_share", bits / std::log2(selections.experts));
    put(layer, "coactivation", strongestPartners(selections));
}

void addInformation(LayerMeasures& layer, const std::string& name, const Selections& selections,
                    std::span<const std::int32_t> labels, int count,
                    const MeasureOptions& options) {
    put(layer, name, mutualInformationBits(associate(selections, labels, count)));
    put(layer, name + "_chance",
        chanceInformationBits(selections, labels, count,
                              std::clamp(options.permutations / 10, 1, 20), options.seed));
}

/// How many each layer has, and the mean of their strength, each weighing as its tokens; no bits
/// where there is none.
void addGuilds(std::vector<LayerMeasures>& layers, const RoutedText& text,
               const MeasureOptions& options) {
    GuildOptions how;
    how.permutations = options.permutations;
    how.seed = options.seed;
    how.keep_going = options.keep_going;
    GuildTables tables(text, how);
    for (std::size_t layer = 0; layer < layers.size(); ++layer)
        tables.add(layer);
    Table counted{"layers", {"guilds"}, {}};
    tables.finish(counted);
    std::vector<double> tokens(layers.size()), bits(layers.size()), guilds(layers.size());
    for (std::size_t row = 0; row < tables.guilds.rows.size(); ++row) {
        const auto layer = static_cast<std::size_t>(numberAt(tables.guilds, row, "layer"));
        const double weight = numberAt(tables.guilds, row, "tokens");
        ++guilds[layer];
        tokens[layer] += weight;
        bits[layer] += weight * numberAt(tables.guilds, row, "strength_bits");
    }
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        put(layers[layer], "guilds", guilds[layer]);
        put(layers[layer], "guild_strength", tokens[layer] > 0 ? bits[layer] / tokens[layer] : 0.0);
    }
}

}  // namespace

std::span<const RoutingMeasure> routingMeasures() {
    return kMeasures;
}

std::vector<LayerMeasures> measureRouting(const RoutedText& text, const MeasureOptions& options) {
    std::vector<LayerMeasures> layers(text.layers.size());
    for (std::size_t number = 0; number < layers.size(); ++number) {
        if (options.keep_going && !options.keep_going()) throw Cancelled();
        LayerMeasures& layer = layers[number];
        const Selections selections = text.selections(number);
        checkSelections(selections);
        addUse(layer, selections);
        addInformation(layer, "token_information", selections, text.token_ids,
                       static_cast<int>(text.pieces.size()), options);
        if (!text.parts.empty())
            addInformation(layer, "part_information", selections, text.parts,
                           static_cast<int>(text.part_names.size()), options);
        put(layer, "vocabulary_specialization",
            vocabularySpecialization(selections, text.token_ids));
    }
    addGuilds(layers, text, options);
    return layers;
}

Saturation saturationOf(const Selections& earlier, const Selections& last) {
    Saturation saturation{1 - churn(earlier, last), 0};
    const std::size_t tokens = last.tokens();
    double same = 0;
    for (std::size_t token = 0; token < tokens; ++token)
        same += earlier.of(token)[0] == last.of(token)[0] ? 1 : 0;
    saturation.first = tokens > 0 ? same / static_cast<double>(tokens) : 1.0;
    return saturation;
}

void addSaturation(LayerMeasures& layer, const Saturation& saturation) {
    put(layer, "saturation", saturation.all);
    put(layer, "saturation_first", saturation.first);
}

double vocabularySpecialization(const Selections& selections, std::span<const std::int32_t> ids) {
    std::unordered_map<std::int64_t, std::int64_t> served;  // of id * E + best expert
    std::unordered_map<std::int32_t, std::int64_t> tokens, most;
    for (std::size_t token = 0; token < selections.tokens(); ++token) {
        const std::int32_t id = ids[token];
        const std::int64_t place = std::int64_t{id} * selections.experts + selections.of(token)[0];
        ++tokens[id];
        most[id] = std::max(most[id], ++served[place]);
    }
    double sum = 0;
    for (const auto& [id, count] : tokens)
        sum += static_cast<double>(most[id]) / static_cast<double>(count);
    return tokens.empty() ? 0.0 : sum / static_cast<double>(tokens.size());
}

double strongestPartners(const Selections& selections) {
    if (selections.top_k < 2) return std::numeric_limits<double>::quiet_NaN();
    const CoActivation pairs(selections);
    double sum = 0;
    int used = 0;
    for (int expert = 0; expert < selections.experts; ++expert) {
        if (pairs.together(expert, expert) == 0) continue;
        double largest = 0;
        for (int other = 0; other < selections.experts; ++other)
            if (other != expert) largest = std::max(largest, pairs.share(expert, other));
        sum += largest;
        ++used;
    }
    return used > 0 ? sum / used : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace orrery
