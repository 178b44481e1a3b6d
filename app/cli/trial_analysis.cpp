// SPDX-License-Identifier: GPL-3.0-or-later
// What the experts and keys of a trained trial are like.
#include <algorithm>
#include <cmath>
#include <map>

#include "app/cli/trial_measures.h"
#include "core/analysis/reuse.h"
#include "core/bench/nearest_bench.h"
#include "core/data/documents.h"
#include "core/error.h"
#include "core/events/model_queries.h"
#include "core/runs/checkpoint_folder.h"
#include "core/train/loaded_run.h"
#include "core/train/stored_analysis.h"

namespace orrery::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_tokens = 4000;
constexpr int permutations = 99;
constexpr int guilds_of_a_layer = 3;  // the surest

RoutedText routeCorpus(LoadedRun& run, const DataConfig& data) {
    const Corpus corpus =
        openCorpus(data, fs::current_path(), static_cast<std::uint64_t>(run.config().train.seed));
    RouteOptions how;
    how.most_tokens = most_tokens;
    return run.route(*corpus.validation, how);
}

/// Of the newest checkpoint and no other.
AnalysisInput analysisInput(const fs::path& run) {
    StoredAnalysisOptions what;
    what.most_tokens = most_tokens;
    AnalysisInput input = readStoredAnalysis(run, what);
    if (!input.stand_in.empty()) throw Error(input.stand_in);
    return input;
}

void addReuse(const std::string& kind, const std::string& of, const Reuse& reuse,
              Metrics& metrics) {
    metrics["analysis/" + kind + "/" + of] = reuse.share;
    metrics["analysis/" + kind + "_chance/" + of] = reuse.chance;
}

void measureReuse(const fs::path& run, const std::vector<TrialText>& domains, Metrics& metrics) {
    LoadedRun loaded = LoadedRun::open(run, newestCheckpoint(run));
    GuildOptions options;
    options.permutations = permutations;
    std::vector<RoutedText> texts;
    std::vector<LayerGuilds> guilds;
    for (const TrialText& domain : domains) {
        texts.push_back(routeCorpus(loaded, dataOf(loaded.config(), domain)));
        guilds.push_back(guildsOf(texts.back(), options));
    }
    for (std::size_t a = 0; a < domains.size(); ++a)
        for (std::size_t b = a + 1; b < domains.size(); ++b) {
            const std::string pair = domains[a].name + "/" + domains[b].name;
            addReuse("reuse", pair, sharedLoad(texts[a], texts[b]), metrics);
            addReuse("guild_reuse", pair, sharedGuilds(guilds[a], guilds[b], texts[a].experts),
                     metrics);
        }
}

}  // namespace

void measureAnalysis(const fs::path& run, const std::vector<TrialText>& domains, Metrics& metrics) {
    AnalysisInput input = analysisInput(run);
    input.permutations = permutations;
    for (const Table& table : analyze(input)) {
        if (table.name != "layers") continue;
        for (const auto& row : table.rows)
            for (std::size_t column = 1; column < table.columns.size(); ++column)
                if (const auto* value = std::get_if<double>(&row[column]))
                    metrics["analysis/layer" + std::to_string(std::get<std::int64_t>(row[0])) +
                            "/" + table.columns[column]] = *value;
    }
    if (domains.size() > 1) measureReuse(run, domains, metrics);
}

void measureCarried(const std::vector<std::pair<std::string, fs::path>>& phases, Metrics& metrics) {
    const auto ownText = [](const fs::path& run) {
        LoadedRun loaded = LoadedRun::open(run, newestCheckpoint(run));
        return routeCorpus(loaded, loaded.config().data);
    };
    const RoutedText first = ownText(phases.front().second);
    for (std::size_t phase = 1; phase < phases.size(); ++phase)
        addReuse("carried", phases[phase].first, sharedLoad(first, ownText(phases[phase].second)),
                 metrics);
}

void measureSearch(const fs::path& run, Metrics& metrics) {
    const AnalysisInput input = analysisInput(run);
    NearestBench sum;
    for (std::size_t layer = 0; layer < input.keys.size(); ++layer) {
        const RoutedLayer& routed = input.text.layers[layer];
        if (routed.queries.empty()) continue;
        const Keys& keys = input.keys[layer];
        const NearestBench one =
            benchSearch(keys.keys, routed.queries, keys.dimensions, input.text.top_k);
        metrics["search/layer" + std::to_string(layer) + "/recall"] = one.recall;
        sum.exact_seconds += one.exact_seconds;
        sum.build_seconds += one.build_seconds;
        sum.graph_seconds += one.graph_seconds;
    }
    metrics["search/exact_ms"] = 1e3 * sum.exact_seconds;
    metrics["search/hnsw_ms"] = 1e3 * sum.graph_seconds;
    metrics["search/build_ms"] = 1e3 * sum.build_seconds;
}

void measureGuilds(const fs::path& run, Metrics& metrics) {
    AblationOptions options;
    options.most_tokens = most_tokens;
    options.permutations = permutations;
    LoadedRun loaded = LoadedRun::open(run, newestCheckpoint(run));
    const auto results = loaded.ablateGuilds(guilds_of_a_layer, options);
    metrics["guilds/count"] = static_cast<double>(results.size());
    std::map<std::string, std::pair<double, double>> sums;  // and how many
    const auto add = [&](const char* name, double value) {
        if (std::isnan(value)) return;
        sums[name].first += value;
        sums[name].second += 1;
    };
    for (const AblationResult& result : results) {
        add("guilds/own_minus_others", result.own_minus_others.value);
        add("guilds/random_own_minus_others", result.own_minus_others_random.mean);
        add("guilds/harmful", result.own_minus_others_random.p_value < 0.05 ? 1 : 0);
        add("guilds/change", result.groups.front().change.value);
        add("guilds/random_change", result.groups.front().change.mean);
    }
    for (const auto& [name, sum] : sums)
        metrics[name] = sum.first / sum.second;
}

}  // namespace orrery::cli
