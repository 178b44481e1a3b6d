// SPDX-License-Identifier: GPL-3.0-or-later
// The configurations of the published runs, as configs/published has them: what a run of the same
// name must have for their figures to be comparable.
#include <algorithm>
#include <array>
#include <string_view>

#include "core/config/fields.h"
#include "core/runs/published_runs.h"

namespace orrery {
namespace {

constexpr std::size_t kKeys = 19;
constexpr std::array<std::string_view, kKeys> kNames = {
    "model.vocab_size",    "model.d_model",     "model.num_layers",    "model.num_heads",
    "model.seq_len",       "model.causal",      "some.num_experts",    "some.d_ffn",
    "some.top_k",          "some.router",       "some.init",           "keys.alpha",
    "keys.beta",           "keys.delta",        "train.epochs",        "train.batch_size",
    "train.learning_rate", "train.temperature", "data.train_documents"};
struct Published {
    std::string_view name;
    std::array<std::string_view, kKeys> values;  // empty where no document says it
};
constexpr Published kConfigurations[] = {
    {"ablation_v1",
     {"8192", "256", "4", "4", "256", "true", "32", "1024", "2", "linear", "default", "0.01",
      "0.001", "0.001", "4", "128", "8e-4", "1", "20000"}},
    {"ablation_v10",
     {"8192", "384", "6", "6", "512", "true", "64", "1024", "4", "linear", "sparse", "0.01",
      "0.001", "0.001", "4", "128", "8e-4", "1", "20000"}},
    {"ablation_v2",
     {"8192", "384", "6", "6", "256", "true", "64", "1024", "4", "linear", "default", "0.01",
      "0.001", "0.001", "4", "128", "8e-4", "1", "20000"}},
    {"ablation_v3",
     {"8192", "512", "8", "8", "256", "true", "256", "1536", "8", "linear", "default", "0.01",
      "0.001", "0.001", "4", "128", "8e-4", "1", "20000"}},
    {"ablation_v4",
     {"16384", "384", "6", "6", "256", "true", "64", "1024", "4", "linear", "default", "0.01",
      "0.001", "0.001", "4", "128", "8e-4", "1", "20000"}},
    {"ablation_v5",
     {"16384", "384", "6", "6", "256", "true", "256", "1536", "16", "linear", "default", "0.01",
      "0.001", "0.001", "4", "128", "8e-4", "1", "20000"}},
    {"ablation_v6",
     {"8192", "512", "10", "8", "256", "true", "64", "1024", "8", "linear", "default", "0.01",
      "0.001", "0.001", "4", "128", "8e-4", "1", "20000"}},
    {"ablation_v7",
     {"8192", "384", "6", "6", "512", "true", "64", "1024", "4", "linear", "default", "0.01",
      "0.001", "0.001", "4", "64", "8e-4", "1", "20000"}},
    {"ablation_v8",
     {"8192", "384", "6", "6", "512", "true", "64", "1024", "4", "linear", "default", "0.01",
      "0.001", "0.001", "4", "128", "8e-4", "1", "20000"}},
    {"ablation_v9",
     {"8192", "384", "6", "6", "512", "true", "64", "1024", "4", "linear", "orthogonal", "0.01",
      "0.001", "0.001", "4", "128", "8e-4", "1", "20000"}},
    {"mvp_v2",
     {"8192", "256", "4", "4", "256", "false", "64", "1024", "4", "linear", "default", "0.01",
      "0.001", "0.001", "3", "64", "8e-4", "1", ""}},
    {"mvp_v3",
     {"8192", "384", "8", "6", "256", "false", "32", "1024", "4", "linear", "default", "0.01",
      "0.001", "0.001", "2", "64", "8e-4", "1", ""}},
    {"mvp_v4",
     {"8192", "384", "8", "6", "256", "true", "64", "1536", "2", "linear", "default", "0.01",
      "0.001", "0.001", "1", "512", "8e-4", "1", ""}},
    {"mvp_v5",
     {"8192", "384", "8", "6", "256", "false", "32", "1024", "4", "linear", "default", "0.01",
      "0.001", "0.001", "2", "64", "8e-4", "1", ""}},
    {"mvp_v6",
     {"8192", "384", "10", "8", "256", "true", "128", "1536", "4", "linear", "default", "0.01",
      "0.001", "0.001", "3", "256", "8e-4", "1", ""}},
    {"series_a1",
     {"8192", "384", "8", "8", "768", "true", "64", "1024", "4", "mlp", "default", "0.01", "0.005",
      "0.001", "4", "32", "6e-4", "0.8", "10000"}},
    {"series_a2",
     {"8192", "512", "8", "8", "768", "true", "64", "1024", "4", "mlp", "default", "0.01", "0.005",
      "0.001", "4", "32", "6e-4", "0.8", "10000"}},
    {"series_a3",
     {"8192", "384", "10", "8", "768", "true", "64", "1024", "4", "mlp", "default", "0.01", "0.005",
      "0.001", "4", "32", "6e-4", "0.8", "10000"}},
    {"series_a4",
     {"8192", "512", "10", "8", "768", "true", "64", "1024", "4", "mlp", "default", "0.01", "0.005",
      "0.001", "4", "32", "6e-4", "0.8", "10000"}},
    {"series_a5",
     {"8192", "384", "12", "12", "768", "true", "64", "1024", "4", "mlp", "default", "0.01",
      "0.005", "0.001", "4", "32", "6e-4", "0.8", "10000"}},
    {"series_a6",
     {"8192", "512", "16", "16", "768", "true", "64", "1024", "4", "mlp", "default", "0.01",
      "0.005", "0.001", "4", "32", "6e-4", "0.8", "10000"}},
    {"series_b1",
     {"8192", "512", "10", "8", "768", "true", "128", "1024", "4", "mlp", "default", "0.01",
      "0.005", "0.001", "4", "32", "6e-4", "0.8", "10000"}},
    {"series_b2",
     {"8192", "512", "10", "8", "768", "true", "256", "1024", "4", "mlp", "default", "0.01",
      "0.005", "0.001", "4", "32", "6e-4", "0.8", "10000"}},
    {"series_b3",
     {"8192", "512", "10", "8", "768", "true", "512", "1024", "4", "mlp", "default", "0.01",
      "0.005", "0.001", "4", "32", "6e-4", "0.8", "10000"}},
};
/// The same in all of them.
constexpr std::pair<std::string_view, std::string_view> kCommon[] = {
    {"train.pad_in_loss", "true"},
    {"keys.tokens", "all"},
    {"data.packing", "none"},
    {"some.routing", "keys"},
    {"some.experts", "frozen"},
    {"train.parts", "[attention, embeddings, head, routers, norms]"}};

}  // namespace

std::vector<PublishedDifference> publishedDifferences(const PublishedRun& run,
                                                      const Config& config) {
    std::vector<PublishedDifference> differences;
    const auto compare = [&](std::string_view key, std::string_view published) {
        const std::string own = formatFieldValue(findField(key)->get(config));
        if (!published.empty() && own != published)
            differences.push_back({std::string(key), own, std::string(published)});
    };
    const auto* found = std::ranges::find(kConfigurations, run.name, &Published::name);
    if (found != std::end(kConfigurations))
        for (std::size_t i = 0; i < kKeys; ++i)
            compare(kNames[i], found->values[i]);
    for (const auto& [key, value] : kCommon)
        compare(key, value);
    if (config.data.isEmbedded())
        differences.push_back({"data.corpus", config.data.corpus, "TinyStories"});
    return differences;
}

}  // namespace orrery
