// SPDX-License-Identifier: GPL-3.0-or-later
// Which tokens of a batch count, and for what (core/README.md, sections 4 and 5): the one place
// that answers keys.tokens and train.pad_in_loss.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>

#include "core/config/config.h"

namespace orrery {

/// What a token's target is. N tokens, on the targets' device.
struct TargetMasks {
    at::Tensor valid;              // [N] bool: not ignored (>= 0)
    at::Tensor real;               // [N] bool: neither ignored nor padding
    at::Tensor counts;             // [2] int64: how many are valid, and real
    std::int64_t valid_count = 0;  // the same on the host
    std::int64_t real_count = 0;
};
/// Leaves the counts on the host at 0, and so waits for no device.
TargetMasks maskTargets(const at::Tensor& targets);
TargetMasks targetMasks(const at::Tensor& targets);

/// Tokens whose target counts in the optimized loss: [N] bool.
const at::Tensor& lossTokens(const TrainConfig& config, const TargetMasks& masks);

/// Tokens whose queries and selections count for what moves without a gradient (keys, usage,
/// balance bias, learned temperature), for the balance loss, and in what is reported of a layer:
/// [N] bool on the targets' device. All, or with keys.tokens: targets those of lossTokens().
/// keys.update_every and keys.token_fraction choose among them, for the keys alone.
at::Tensor keyTokens(const Config& config, const at::Tensor& targets);

}  // namespace orrery
