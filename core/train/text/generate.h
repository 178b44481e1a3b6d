// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "core/data/tokenizer.h"
#include "core/events/model_queries.h"
#include "core/events/token_reading.h"
#include "core/model/language_model.h"

namespace orrery {

/// What the model writes behind a prompt, options.continuations times: continuation i is that of
/// seed options.seed + i alone. Each ends at the end of a document, before a stop text, or at
/// options.max_tokens. Tokens that can't be shown (unknown, padding, begin) are never drawn, and
/// the end token is given to the hooks alone, with last set. The same seed and weights, the same
/// text. Throws Cancelled; Error for a prompt that is not UTF-8, options out of range, and want of
/// memory.
std::vector<Continuation> generate(LanguageModel& model, const Tokenizer& tokenizer,
                                   const std::string& prompt, const GenerateOptions& options,
                                   const GenerateHooks& hooks = {});

/// The prompt and the first continuation.
std::string generateText(LanguageModel& model, const Tokenizer& tokenizer,
                         const std::string& prompt, const GenerateOptions& options,
                         const std::function<bool()>& cancelled = {});

}  // namespace orrery
