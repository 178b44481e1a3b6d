// SPDX-License-Identifier: GPL-3.0-or-later
// What may be asked of a trained model, and what it answers: plain values.
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/events/interventions.h"

namespace orrery {

struct EvaluationResult {
    std::int64_t step = 0;
    double loss = 0;  // token-weighted mean over real targets
    double loss_with_pads = 0;
    double perplexity = 0;  // exp(loss)
    double bits_per_byte = 0;
    std::int64_t real_targets = 0;
    std::int64_t targets = 0;
    std::int64_t documents = 0;
    std::int64_t words = 0;  // 0 = not counted
    /// exp(loss * real targets / words): what word-level models are compared by.
    double word_perplexity = std::numeric_limits<double>::quiet_NaN();
};

/// What a model is judged by: the run's own validation documents, unless something else is named.
struct EvaluateOptions {
    std::string corpus;               // a file or folder
    std::string domain;               // of the embedded corpus: its validation documents
    std::optional<bool> update_keys;  // in place of eval.update_keys
    /// As core/data/word_count.h counts: words and word_perplexity. Takes the whole text then,
    /// packed.
    std::string words;
    std::int64_t length = 0;       // tokens of a sample, in place of model.seq_len; 0 = that
    std::int64_t most_tokens = 0;  // read no further batch after so many real targets; 0 = all
    Interventions interventions;   // of the router
    std::function<void(double loss, std::int64_t targets)> on_batch;  // of each batch in turn
    std::function<bool()> cancelled;
};

/// Rules act in this order: repetition penalty, temperature, top_k, top_p, min_p
/// (core/train/text/sampling.h).
struct GenerateOptions {
    std::int64_t max_tokens = 200;
    double temperature = 0.8;        // of the sampling; 0 = greedy
    std::int64_t top_k = 40;         // of the sampling; 0 = all
    double top_p = 1;                // 0 to 1; 1 = all
    double min_p = 0;                // 0 to 1, of the most likely token's probability; 0 = all
    double repetition_penalty = 1;   // at least 1 = none
    std::uint64_t seed = 1;          // of the first continuation; the next has the next seed
    std::int64_t continuations = 1;  // of one prompt
    std::vector<std::string> stop;   // a text ends before any of these
    std::int64_t context = 0;        // tokens that the model sees at most; 0 = model.seq_len
    std::vector<std::int32_t> prompt_tokens;  // behind the prompt's: a text goes on from there
    bool readings = false;                    // also what the model said of each token
    std::int64_t alternatives = 0;            // of each token, with readings
    Interventions interventions;              // of the router
};

struct TraceOptions {
    /// Tokens that the model writes behind the text, each the likeliest, and that are traced with
    /// it: as many as have room below model.seq_len, fewer where it ends its text.
    std::int64_t write = 0;
    /// Behind the text's, instead of what it would write.
    std::vector<std::int32_t> more_tokens = {};
    Interventions interventions = {};  // of the router
};

struct RouteOptions {
    std::int64_t most_tokens = 20'000;  // the text is cut there
    std::int64_t most_queries = 4'096;  // of the first tokens, which are kept
    std::function<bool()> cancelled;
};

}  // namespace orrery
