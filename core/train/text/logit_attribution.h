// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/data/tokenizer.h"
#include "core/events/token_reading.h"
#include "core/model/language_model.h"

namespace orrery {

struct TokenLogits {
    LogitParts parts;
    std::vector<LensReading> lens;
};

/// What the logits of the tokens [N] that came are sums of, and what each layer would have
/// predicted. `parts` [L] are those of a forward pass over what stands before each (N rows). A part
/// is what its term of the residual stream gives the logit along that stream: through the norms
/// behind it, each linear once its divisor is held at the value of this pass, and the head. So the
/// parts sum to the logit exactly, and what a term does through later attention and experts is
/// theirs (core/README.md, section 14). In double; no gradients.
std::vector<TokenLogits> attributeLogits(LanguageModel& model, const std::vector<LayerParts>& parts,
                                         std::span<const std::int32_t> tokens,
                                         const Tokenizer& tokenizer);

}  // namespace orrery
