// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <string>

#include "core/data/tokenizer.h"
#include "core/events/model_queries.h"
#include "core/model/language_model.h"

namespace orrery {

/// The prompt and what the model writes behind it, until the end of a story or options.max_tokens.
/// The same seed and weights, the same text. Throws Cancelled; Error for a prompt that is not
/// UTF-8.
std::string generateText(LanguageModel& model, const Tokenizer& tokenizer,
                         const std::string& prompt, const GenerateOptions& options,
                         const std::function<bool()>& cancelled = {});

}  // namespace orrery
