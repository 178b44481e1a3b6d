// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "core/data/tokenizer.h"
#include "core/events/token_reading.h"
#include "core/model/language_model.h"

namespace orrery {

/// What the model says of each token of a text, given those before it, as training reads documents:
/// behind a begin token, in windows of model.seq_len tokens, each of which begins anew. Throws
/// Error: empty, or not UTF-8; interventions that can't be.
TextScore scoreText(LanguageModel& model, const Tokenizer& tokenizer, const std::string& text,
                    const ScoreOptions& options);

}  // namespace orrery
