// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>

#include "core/data/tokenizer.h"
#include "core/events/events.h"
#include "core/events/model_queries.h"
#include "core/model/language_model.h"

namespace orrery {

/// The experts of each token of a text, which is cut to seq_len - 1 tokens (Trace::text_tokens says
/// of how many), and of what comes behind it as the options say. Read in one pass, so that a token
/// that was written has the experts that served it when it was read. Throws Error: empty, not
/// UTF-8, tokens that the model does not know, no room behind the text, or a model without experts.
Trace traceText(LanguageModel& model, const Tokenizer& tokenizer, const std::string& text,
                std::int64_t step, const TraceOptions& options = {});

}  // namespace orrery
