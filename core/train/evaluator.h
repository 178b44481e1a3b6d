// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "core/config/config.h"
#include "core/data/token_cache.h"
#include "core/data/tokenizer.h"
#include "core/model/language_model.h"
#include "core/train/events.h"
#include "core/train/loaded_run.h"

namespace orrery {

struct EvaluatorOptions {
    std::int64_t step = 0;     // what the events say
    std::int64_t batches = 0;  // at most; 0 = all
    bool expert_tokens = false;
    std::function<void(double)> progress;  // 0..1
    std::function<bool()> cancelled;
};

struct Evaluation {
    EvaluationResult result;
    std::vector<ExpertTokens> expert_tokens;  // [L] when asked for
};

/// Losses over all samples of `tokens`, token-weighted, with train.eval_temperature
/// (core/README.md, section 5). Moves neither weights nor keys. Throws Cancelled between batches,
/// Error for tokens without one sample.
Evaluation evaluate(LanguageModel& model, const TokenCache& tokens, const Tokenizer& tokenizer,
                    const Config& config, const EvaluatorOptions& options);

}  // namespace orrery
