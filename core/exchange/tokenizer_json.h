// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "core/data/tokenizer.h"

namespace orrery {

/// The tokenizer as `tokenizer.json` of the Python packages tokenizers and transformers, which give
/// the ids of Tokenizer::encode(), with begin-of-text in front where special tokens are asked for.
/// Special tokens are not read out of texts. Any thread.
std::string tokenizerJson(const Tokenizer& tokenizer);

/// Beside it: `tokenizer_config.json`. `max_length`: tokens that the model was trained with.
std::string tokenizerConfigJson(const Tokenizer& tokenizer, std::int64_t max_length);

}  // namespace orrery
