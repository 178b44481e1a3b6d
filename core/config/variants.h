// SPDX-License-Identifier: GPL-3.0-or-later
// Stated changes of a whole configuration: the honest form of a published run, and a small one
// (core/README.md, section 11).
#pragma once
#include <string>
#include <vector>

#include "core/config/config.h"

namespace orrery {

struct Variant {
    bool honest = false;  // causal, no padding in loss and keys, packed samples
    bool tiny = false;    // fewer stories and steps, narrower, fewer experts

    bool any() const { return honest || tiny; }
    /// "honest, tiny", or empty.
    std::string text() const;
};

/// The configuration changed as the variant says; its name gets "-honest" and "-tiny" behind it, so
/// that nobody takes the run for the one that it was made of. Values of the keys in `kept` stay as
/// they are (the name excepted). The same configuration when the variant is none. Throws
/// ConfigError when the result can't run. Any thread.
///
/// honest: model.causal true, train.pad_in_loss false, train.precision fp32, keys.tokens targets,
/// data.packing packed,
/// eval.batches 0 (all validation tokens, each weighing the same).
///
/// tiny: num_layers stays. num_heads is a quarter, at least 2; d_model an eighth, rounded up to a
/// multiple of 2 num_heads; d_ffn keeps its ratio to d_model; num_experts is a quarter; top_k above
/// 2 is halved (and at most num_experts); vocab_size an eighth, at least 512; seq_len a half;
/// batch_size a thirty-second, 2 to 8; at most 320 training and 20 validation documents; 20 steps;
/// learning_rate grows as d_model shrinks; keys.theta shrinks as a batch does, in selections;
/// warm-ups are a tenth; evaluation and checkpoint at the end.
Config applyVariant(const Config& config, const Variant& variant,
                    const std::vector<std::string>& kept = {});

/// What a configuration was made into, as its name says it ("x-honest-tiny"): for one that is read
/// from a file. It is honest only where its keys are, too. Any thread.
Variant variantOf(const Config& config);

}  // namespace orrery
