// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_analysis.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "core/analysis/association.h"
#include "core/analysis/clusters.h"
#include "core/analysis/coactivation.h"
#include "core/analysis/guilds/guild_tables.h"
#include "core/analysis/key_metrics.h"
#include "core/analysis/metrics.h"
#include "core/analysis/rare_experts.h"
#include "core/analysis/token_labels.h"
#include "core/error.h"

namespace orrery {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr const char* kGuessedParts = "dictionary";
constexpr std::size_t kLabelsListed = 20;  // of an expert
constexpr std::size_t kTokenKinds = 64;    // of guilds, in a text without tags
constexpr std::size_t kChurnQueries = 1024;

std::int64_t asCell(std::size_t number) {
    return static_cast<std::int64_t>(number);
}

double mean(const std::vector<double>& values) {
    if (values.empty()) return kUnknown;
    return std::reduce(values.begin(), values.end()) / static_cast<double>(values.size());
}

GuildOptions guildOptions(const AnalysisInput& input) {
    GuildOptions options;
    options.permutations = input.permutations;
    options.seed = input.seed;
    options.keep_going = input.keep_going;
    return options;
}

class Analysis {
public:
    explicit Analysis(const AnalysisInput& input)
        : input_(input), guild_options_(guildOptions(input)), guilds_(input.text, guild_options_) {
        tokens_ = {input.text.token_ids, input.text.pieces};
        if (!input.text.parts.empty()) parts_ = {input.text.parts, input.text.part_names};
    }

    std::vector<Table> tables() {
        const std::size_t layers =
            std::max({input_.text.layers.size(), input_.keys.size(), input_.training_usage.size()});
        for (std::size_t layer = 0; layer < layers; ++layer)
            analyzeLayer(layer);
        guilds_.finish(layers_);
        std::vector<Table> found;
        for (Table* table : {&layers_, &experts_, &expert_tokens_, &expert_parts_, &coactivation_,
                             &guilds_.guilds, &guilds_.utility, &rare_experts_, &training_usage_,
                             &duplicates_, &key_drift_, &churn_})
            if (!table->rows.empty()) found.push_back(std::move(*table));
        return found;
    }

private:
    /// Of the layer in work; what is not known stays so.
    struct Layer {
        std::size_t number = 0;
        std::int64_t experts = 0;
        std::vector<double> counts, gates, norms, drift, token_bits, part_bits;  // [E]
        std::vector<KeyPair> nearest;                                            // [E]
        std::optional<Clusters> clusters;
        std::optional<Association> tokens, parts;
        double token_chance = kUnknown, part_chance = kUnknown;
        double duplicates = kUnknown;
        double guilds = kUnknown;
        QueryFit fit{kUnknown, kUnknown, kUnknown};
    };

    void keepGoing() const {
        if (input_.keep_going && !input_.keep_going()) throw Cancelled();
    }
    bool routed() const { return !input_.text.layers.empty(); }
    int associations() const { return std::clamp(input_.permutations / 10, 1, 20); }

    void analyzeLayer(std::size_t number);
    std::vector<double> gateMass(std::size_t layer) const;
    void analyzeText(Layer& layer);
    void analyzeKeys(Layer& layer);
    void addLayer(const Layer& layer);
    void addExperts(const Layer& layer);
    void addLabels(Table& table, std::size_t layer, const Association& association,
                   const TokenLabels& labels) const;
    void addPairs(std::size_t layer);
    std::string partsFrom() const;
    void addTrainingUsage(std::size_t layer);
    void addRareExperts(std::size_t layer);
    void addDrift(Layer& layer);
    void addChurn(std::size_t layer);
    void addChurnSeries(std::size_t layer, const char* cause,
                        const std::vector<RoutedEarlier>& choices, std::size_t position);

    const AnalysisInput& input_;
    const GuildOptions guild_options_;
    GuildTables guilds_;
    TokenLabels tokens_;
    TokenLabels parts_;
    Table layers_{"layers",
                  {"layer",
                   "tokens",
                   "gini",
                   "entropy_bits",
                   "effective_experts",
                   "max_violation",
                   "used",
                   "coverage_50",
                   "coverage_90",
                   "coverage_99",
                   "gate_entropy",
                   "margin",
                   "contribution",
                   "query_key_cosine",
                   "best_key_cosine",
                   "token_information_bits",
                   "token_information_chance",
                   "vocabulary_specialization",
                   "part_information_bits",
                   "part_information_chance",
                   "parts_from",
                   "duplicate_pairs",
                   "mean_key_norm",
                   "key_drift",
                   "clusters",
                   "silhouette",
                   "cluster_token_information_bits",
                   "cluster_token_chance_bits",
                   "cluster_part_information_bits",
                   "cluster_part_chance_bits",
                   "guilds"},
                  {}};
    Table experts_{
        "experts",
        {"layer", "expert", "selections", "share", "gate_share", "mean_gate", "weight_norm",
         "usage_state", "key_norm", "key_drift", "nearest_expert", "nearest_cosine", "cluster",
         "token_specialization_bits", "part_specialization_bits", "top_tokens", "top_parts"},
        {}};
    Table expert_tokens_{"expert_tokens",
                         {"layer", "expert", "token", "name", "selections", "share_of_expert",
                          "share_of_token", "lift"},
                         {}};
    Table expert_parts_{"expert_parts",
                        {"layer", "expert", "part", "name", "selections", "share_of_expert",
                         "share_of_part", "lift"},
                        {}};
    Table coactivation_{
        "coactivation", {"layer", "expert", "other", "tokens", "share", "lift"}, {}};
    Table training_usage_{"training_usage",
                          {"layer", "selections", "gini", "entropy_bits", "effective_experts",
                           "max_violation", "used", "coverage_50", "coverage_90", "coverage_99"},
                          {}};
    Table rare_experts_{
        "rare_experts", {"layer", "expert", "since_step", "snapshots", "usage_state"}, {}};
    Table duplicates_{"duplicates", {"layer", "expert", "other", "cosine"}, {}};
    Table key_drift_{"key_drift", {"layer", "from_step", "step", "mean", "largest"}, {}};
    Table churn_{"churn", {"layer", "by", "from_step", "step", "churn", "saturation"}, {}};
};

void Analysis::analyzeLayer(std::size_t number) {
    keepGoing();
    Layer layer;
    layer.number = number;
    if (number < input_.text.layers.size()) {
        layer.experts = input_.text.experts;
        analyzeText(layer);
    }
    if (number < input_.keys.size()) {
        layer.experts = input_.keys[number].experts;
        analyzeKeys(layer);
    }
    if (number < input_.training_usage.size()) addTrainingUsage(number);
    addLayer(layer);
    addExperts(layer);
    addChurn(number);
}

/// Of each expert, the sum of the gates that it was chosen with.
std::vector<double> Analysis::gateMass(std::size_t layer) const {
    const RoutedLayer& routed = input_.text.layers[layer];
    std::vector<double> mass(static_cast<std::size_t>(input_.text.experts));
    for (std::size_t i = 0; i < routed.gates.size(); ++i)
        mass[static_cast<std::size_t>(routed.selected[i])] += static_cast<double>(routed.gates[i]);
    return mass;
}

void Analysis::analyzeText(Layer& layer) {
    const Selections selections = input_.text.selections(layer.number);
    layer.counts = selectionCounts(selections);
    layer.gates = gateMass(layer.number);
    const auto measure = [&](const TokenLabels& labels, std::optional<Association>& association,
                             std::vector<double>& bits, double& chance) {
        const auto count = static_cast<int>(labels.names.size());
        association = associate(selections, labels.of_token, count);
        bits = specializationBits(*association);
        chance =
            chanceInformationBits(selections, labels.of_token, count, associations(), input_.seed);
    };
    measure(tokens_, layer.tokens, layer.token_bits, layer.token_chance);
    addLabels(expert_tokens_, layer.number, *layer.tokens, tokens_);
    if (!parts_.names.empty()) {
        measure(parts_, layer.parts, layer.part_bits, layer.part_chance);
        addLabels(expert_parts_, layer.number, *layer.parts, parts_);
    }
    addPairs(layer.number);
    guilds_.add(layer.number);
    layer.guilds = 0;  // until all layers' are known
}

void Analysis::analyzeKeys(Layer& layer) {
    const Keys& keys = input_.keys[layer.number];
    layer.norms = rowNorms(keys.keys, keys.dimensions);
    layer.nearest = nearestKeys(keys.keys, keys.dimensions);
    layer.clusters = findClusters(keys.keys, keys.experts, keys.dimensions, 0, input_.seed);
    const auto pairs = duplicateKeys(keys.keys, keys.dimensions);
    layer.duplicates = static_cast<double>(pairs.size());
    for (const KeyPair& pair : pairs)
        duplicates_.rows.push_back({asCell(layer.number), std::int64_t{pair.expert},
                                    std::int64_t{pair.other}, pair.cosine});
    addDrift(layer);
    addRareExperts(layer.number);
    if (!routed() || input_.text.layers[layer.number].queries.empty()) return;
    const RoutedLayer& routed = input_.text.layers[layer.number];
    const auto k = static_cast<std::size_t>(input_.text.top_k);
    const std::size_t tokens = routed.queries.size() / static_cast<std::size_t>(keys.dimensions);
    layer.fit = queryFit(
        routed.queries, keys.keys, keys.dimensions,
        {std::span(routed.selected).first(tokens * k), input_.text.top_k, input_.text.experts},
        routed.bias);
}

void Analysis::addLayer(const Layer& layer) {
    const bool text = !layer.counts.empty();
    const UsageSummary usage = summarizeUsage(layer.counts);
    const auto known = [&](double value) { return text ? value : kUnknown; };
    const auto count = [&](std::int64_t value) { return known(static_cast<double>(value)); };
    const auto bits = [](const std::optional<Association>& association) {
        return association ? mutualInformationBits(*association) : kUnknown;
    };
    struct Information {
        double bits = kUnknown, chance = kUnknown;
    };
    const auto ofClusters = [&](const std::optional<Association>& association) -> Information {
        if (!association || !layer.clusters) return {};
        const auto& clusters = *layer.clusters;
        return {mutualInformationBits(grouped(*association, clusters.assignment, clusters.count)),
                chanceGroupInformationBits(*association, clusters.assignment, clusters.count,
                                           associations(), input_.seed)};
    };
    const Information token_clusters = ofClusters(layer.tokens);
    const Information part_clusters = ofClusters(layer.parts);
    double gate_entropy = kUnknown, contribution = kUnknown;
    if (text) {
        const RoutedLayer& routed = input_.text.layers[layer.number];
        gate_entropy = gateEntropy(routed.gates, input_.text.top_k);
        contribution = routed.contribution;
    }
    layers_.rows.push_back({asCell(layer.number),
                            asCell(input_.text.token_ids.size()),
                            known(usage.gini),
                            known(usage.entropy_bits),
                            known(usage.effective_experts),
                            known(usage.max_violation),
                            count(usage.used),
                            count(usage.coverage_50),
                            count(usage.coverage_90),
                            count(usage.coverage_99),
                            gate_entropy,
                            layer.fit.margin,
                            contribution,
                            layer.fit.cosine,
                            layer.fit.best_cosine,
                            bits(layer.tokens),
                            layer.token_chance,
                            layer.tokens ? largestExpertShare(*layer.tokens) : kUnknown,
                            bits(layer.parts),
                            layer.part_chance,
                            partsFrom(),
                            layer.duplicates,
                            mean(layer.norms),
                            mean(layer.drift),
                            layer.clusters ? layer.clusters->count : kUnknown,
                            layer.clusters ? layer.clusters->silhouette : kUnknown,
                            token_clusters.bits,
                            token_clusters.chance,
                            part_clusters.bits,
                            part_clusters.chance,
                            layer.guilds});
}

std::string Analysis::partsFrom() const {
    if (parts_.names.empty()) return {};
    return input_.text.parts_guessed ? kGuessedParts : "text";
}

void Analysis::addExperts(const Layer& layer) {
    const auto value = [](const std::vector<double>& values, std::size_t e) {
        return e < values.size() ? values[e] : kUnknown;
    };
    const double all = std::reduce(layer.counts.begin(), layer.counts.end());
    const double mass = std::reduce(layer.gates.begin(), layer.gates.end());
    for (std::size_t e = 0; e < static_cast<std::size_t>(layer.experts); ++e) {
        const bool has_key = e < layer.nearest.size();
        experts_.rows.push_back(
            {asCell(layer.number), asCell(e), value(layer.counts, e),
             all > 0 ? layer.counts[e] / all : kUnknown,
             mass > 0 ? layer.gates[e] / mass : kUnknown,
             e < layer.counts.size() && layer.counts[e] > 0 ? layer.gates[e] / layer.counts[e]
                                                            : kUnknown,
             layer.number < input_.weight_norms.size() ? value(input_.weight_norms[layer.number], e)
                                                       : kUnknown,
             has_key ? input_.keys[layer.number].usage[e] : kUnknown, value(layer.norms, e),
             value(layer.drift, e), has_key ? layer.nearest[e].other : kUnknown,
             has_key ? layer.nearest[e].cosine : kUnknown,
             layer.clusters ? layer.clusters->assignment[e] : kUnknown, value(layer.token_bits, e),
             value(layer.part_bits, e), namesServed(layer.tokens, tokens_, static_cast<int>(e)),
             namesServed(layer.parts, parts_, static_cast<int>(e))});
    }
}

void Analysis::addLabels(Table& table, std::size_t layer, const Association& association,
                         const TokenLabels& labels) const {
    const auto total = static_cast<double>(association.total);
    for (std::size_t expert = 0; expert < association.of_expert.size(); ++expert) {
        auto cells = cellsOf(association, static_cast<int>(expert));
        if (cells.size() > kLabelsListed) cells.resize(kLabelsListed);
        const auto own = static_cast<double>(association.of_expert[expert]);
        for (const Association::Cell& cell : cells) {
            const auto label = static_cast<std::size_t>(cell.label);
            const auto count = static_cast<double>(cell.count);
            const auto all = static_cast<double>(association.of_label[label]);
            table.rows.push_back({asCell(layer), asCell(expert), std::int64_t{cell.label},
                                  labels.names[label], cell.count, count / own,
                                  count / static_cast<double>(association.occurrence[label]),
                                  count * total / (own * all)});
        }
    }
}

void Analysis::addPairs(std::size_t layer) {
    const CoActivation pairs(input_.text.selections(layer));
    for (int i = 0; i < pairs.experts(); ++i)
        for (int j = 0; j < pairs.experts(); ++j)
            if (i != j && pairs.together(i, j) > 0)
                coactivation_.rows.push_back({asCell(layer), std::int64_t{i}, std::int64_t{j},
                                              pairs.together(i, j), pairs.share(i, j),
                                              pairs.lift(i, j)});
}

void Analysis::addTrainingUsage(std::size_t layer) {
    const std::vector<double>& counts = input_.training_usage[layer];
    const UsageSummary usage = summarizeUsage(counts);
    training_usage_.rows.push_back({asCell(layer), std::reduce(counts.begin(), counts.end()),
                                    usage.gini, usage.entropy_bits, usage.effective_experts,
                                    usage.max_violation, usage.used, usage.coverage_50,
                                    usage.coverage_90, usage.coverage_99});
}

/// Those below the threshold of decay now, and since which snapshot.
void Analysis::addRareExperts(std::size_t layer) {
    UsageStates states{input_.earlier_key_steps, {}};
    for (const std::int64_t step : input_.earlier_key_steps)
        states.usages.push_back(input_.keys_at(static_cast<int>(layer), step)->usage);
    states.steps.push_back(input_.step);
    states.usages.push_back(input_.keys[layer].usage);
    for (const RareExpert& rare : rareExperts(states, input_.theta, input_.theta_percentile))
        rare_experts_.rows.push_back(
            {asCell(layer), std::int64_t{rare.expert}, rare.since, rare.snapshots, rare.usage});
}

void Analysis::addDrift(Layer& layer) {
    SharedKeys before;
    const auto add = [&](const Keys& keys) {
        layer.drift = euclideanDrift(before->keys, keys.keys, keys.dimensions);
        key_drift_.rows.push_back({asCell(layer.number), before->step, keys.step, mean(layer.drift),
                                   std::ranges::max(layer.drift)});
    };
    for (const std::int64_t step : input_.earlier_key_steps) {
        keepGoing();
        SharedKeys keys = input_.keys_at(static_cast<int>(layer.number), step);
        if (before) add(*keys);
        before = std::move(keys);
    }
    if (before) add(input_.keys[layer.number]);
}

/// How the selections for one text changed from checkpoint to checkpoint, and what share of that
/// the keys' movement explains: today's queries over the earlier keys.
void Analysis::addChurn(std::size_t layer) {
    if (!routed()) return;
    const RoutedText& text = input_.text;
    std::vector<RoutedEarlier> by_model = input_.earlier;
    by_model.push_back({input_.step, {}});
    by_model.back().selected.resize(layer + 1);
    by_model.back().selected[layer] = text.layers[layer].selected;
    addChurnSeries(layer, "model", by_model, layer);
    const std::vector<float>& queries = text.layers[layer].queries;
    if (queries.empty() || layer >= input_.keys.size()) return;
    const auto dimensions = static_cast<std::size_t>(input_.keys[layer].dimensions);
    const std::span<const float> some =
        std::span(queries).first(std::min(queries.size(), kChurnQueries * dimensions));
    std::vector<RoutedEarlier> by_keys;
    const auto route = [&](const Keys& keys) {
        by_keys.push_back(
            {keys.step, {nearestExperts(some, keys.keys, keys.dimensions, text.top_k)}});
    };
    for (const std::int64_t step : input_.earlier_key_steps) {
        keepGoing();
        route(*input_.keys_at(static_cast<int>(layer), step));
    }
    route(input_.keys[layer]);
    addChurnSeries(layer, "keys", by_keys, 0);
}

/// position: of the layer in each entry of `choices`.
void Analysis::addChurnSeries(std::size_t layer, const char* cause,
                              const std::vector<RoutedEarlier>& choices, std::size_t position) {
    const auto selections = [&](const RoutedEarlier& choice) {
        return Selections{choice.selected[position], input_.text.top_k, input_.text.experts};
    };
    for (std::size_t i = 0; i + 1 < choices.size(); ++i)
        churn_.rows.push_back({asCell(layer), std::string(cause), choices[i].step,
                               choices[i + 1].step,
                               churn(selections(choices[i]), selections(choices[i + 1])),
                               1 - churn(selections(choices[i]), selections(choices.back()))});
}

}  // namespace

bool hasGuessedParts(const Table& layers) {
    return textAt(layers, 0, "parts_from") == kGuessedParts;
}

TokenLabels guildLabels(const RoutedText& text) {
    if (!text.parts.empty()) return {text.parts, text.part_names};
    return mostFrequentLabels({text.token_ids, text.pieces}, kTokenKinds);
}

std::vector<Table> analyze(const AnalysisInput& input) {
    return Analysis(input).tables();
}

}  // namespace orrery
