// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/ATen.h>

#include "core/data/batches.h"

namespace orrery {

struct BatchTensors {
    at::Tensor inputs;   // [B, T] int64, on the CPU
    at::Tensor targets;  // [B, T] int64; padding is Tokenizer::pad_id
};

/// Copies: the batch may go.
inline BatchTensors toTensors(const Batch& batch) {
    const auto copy = [&](const std::vector<std::int64_t>& values) {
        return at::tensor(at::ArrayRef<std::int64_t>(values), at::kLong)
            .view({batch.rows, batch.columns});
    };
    return {copy(batch.inputs), copy(batch.targets)};
}

}  // namespace orrery
