// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/counted_tokens.h"

#include "core/data/tokenizer.h"

namespace orrery {

TargetMasks maskTargets(const at::Tensor& targets) {
    TargetMasks masks;
    const at::Tensor flat = targets.reshape({-1});
    masks.valid = flat >= 0;
    masks.real = masks.valid.logical_and(flat != Tokenizer::pad_id);
    masks.counts = at::stack({masks.valid.sum(), masks.real.sum()});
    return masks;
}

TargetMasks targetMasks(const at::Tensor& targets) {
    TargetMasks masks = maskTargets(targets);
    const at::Tensor counts = masks.counts.cpu();
    masks.valid_count = counts[0].item<std::int64_t>();
    masks.real_count = counts[1].item<std::int64_t>();
    return masks;
}

const at::Tensor& lossTokens(const TrainConfig& config, const TargetMasks& masks) {
    return config.pad_in_loss ? masks.valid : masks.real;
}

at::Tensor keyTokens(const Config& config, const at::Tensor& targets) {
    if (config.keys.tokens == KeyTokens::targets)
        return lossTokens(config.train, maskTargets(targets));
    return at::ones({targets.numel()}, targets.options().dtype(at::kBool));
}

}  // namespace orrery
