// SPDX-License-Identifier: GPL-3.0-or-later
// Everything of core/README.md, section 8, about one step of a run, as tables. Plain values in and
// out: no model, no database.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/analysis/selections.h"
#include "core/analysis/table.h"
#include "core/analysis/token_labels.h"
#include "core/events/events.h"

namespace orrery {

struct RoutedLayer {
    std::vector<std::int32_t> selected;  // [N, k], rank 0 the best
    std::vector<float> gates;            // [N, k]
    std::vector<float> queries;    // [Q, D] of the first Q <= N tokens; empty without a router
    double contribution = 0;       // rms(sum gate * e(z)) / rms(z)
    std::vector<float> bias = {};  // [E], some.balance_bias; empty without it
};

/// What a model's layers did with a text of N tokens.
struct RoutedText {
    int experts = 0;  // a layer
    int top_k = 0;
    std::vector<std::int32_t> token_ids;  // [N]
    std::vector<std::string> pieces;      // [V]: the text of each token id
    std::vector<std::int32_t> parts;      // [N] of part_names, -1 = not tagged; empty: no tags
    std::vector<std::string> part_names;  // "NOUN" ...
    bool parts_guessed = false;           // by a dictionary, word by word
    std::vector<RoutedLayer> layers;      // [L]
    /// Tokens are read in windows: the first token of each, and whether it ends its document.
    std::vector<std::int64_t> window_begins;
    std::vector<char> window_ends;

    Selections selections(std::size_t layer) const {
        return {layers[layer].selected, top_k, experts};
    }
};

/// The same text by another checkpoint of the run.
struct RoutedEarlier {
    std::int64_t step = 0;
    std::vector<std::vector<std::int32_t>> selected;  // [L] of [N, k]
};

struct AnalysisInput {
    std::int64_t step = 0;
    std::vector<Keys> keys;                           // [L], of this step; may be empty
    std::vector<std::vector<double>> weight_norms;    // [L] of [E], of the experts; may be empty
    RoutedText text;                                  // no layers when there is no checkpoint
    std::vector<RoutedEarlier> earlier;               // ascending
    std::vector<std::vector<double>> training_usage;  // [L] of [E]: selections up to this step
    std::vector<std::int64_t> earlier_key_steps;      // ascending, before this step
    double theta = 0, theta_percentile = 0.05;        // of the run's decay
    // Of those steps; never nullptr.
    std::function<SharedKeys(int layer, std::int64_t step)> keys_at;
    int permutations = 1000;  // of the guilds; at most 20 for chance mutual information
    std::uint64_t seed = 1;
    std::function<bool()> keep_going;  // asked often; Cancelled when it says no
    std::string stand_in;  // for people: why a damaged checkpoint is not used; empty without one
};

/// Whether the parts of speech in these tables are guesses, of a text without tags.
bool hasGuessedParts(const Table& layers);

/// Kinds of tokens that guilds are sought for: parts of speech, or the most frequent pieces of a
/// text without tags. Any thread.
TokenLabels guildLabels(const RoutedText& text);

/// The tables layers, experts, expert_tokens, expert_parts, coactivation, guilds, training_usage,
/// duplicates, key_drift and churn, those without rows left out. A column holds NaN where nothing
/// is known. Takes seconds. Any thread.
std::vector<Table> analyze(const AnalysisInput& input);

}  // namespace orrery
