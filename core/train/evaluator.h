// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "core/config/config.h"
#include "core/data/token_cache.h"
#include "core/data/tokenizer.h"
#include "core/events/events.h"
#include "core/events/model_queries.h"
#include "core/model/language_model.h"
#include "core/ranks/ranks.h"

namespace orrery {

struct EvaluatorOptions {
    std::int64_t step = 0;         // what the events say
    std::int64_t total_steps = 0;  // of the run, for keys.beta_schedule with eval.update_keys
    std::int64_t batches = 0;      // at most; 0 = all
    std::int64_t most_targets = 0;  // no further batch after so many real ones; 0 = all
    bool whole_text = false;       // packed: the rest that fills no window, too
    bool expert_tokens = false;
    bool keep_keys = false;  // with eval.update_keys: keys and usage stay where they were moved
    std::function<void(double)> progress;  // 0..1
    /// Of each batch, before its keys move: the mean loss over its real targets, and their number.
    std::function<void(double loss, std::int64_t targets)> on_batch;
    std::function<bool()> cancelled;                     // asked on rank 0 alone
    const RouterInterventions* interventions = nullptr;  // of the router; outlives it
    Ranks ranks = {};  // each takes its share of the rows of each batch
};

struct Evaluation {
    EvaluationResult result;
    std::vector<ExpertTokens> expert_tokens;  // [L] when asked for
};

/// Losses over all samples of `tokens`, token-weighted, with train.eval_temperature
/// (core/README.md, section 5). Moves no weights. With eval.update_keys each batch moves the keys
/// after its loss was taken (section 6); before it returns or throws they are put back, unless
/// keep_keys is set and it came to its end. Throws Cancelled between batches, Error for tokens
/// without one sample.
Evaluation evaluate(LanguageModel& model, const TokenCache& tokens, const Tokenizer& tokenizer,
                    const Config& config, const EvaluatorOptions& options);

}  // namespace orrery
