// SPDX-License-Identifier: GPL-3.0-or-later
// Softmax attention of one head of a sequence by a unit of tiles (tile_attention.h).
#pragma once
#include <cstdint>

#include "core/ops/panels/tile_factors.h"

namespace orrery {

/// A head's rows of float32: those of queries, keys and values are `stride` apart.
struct AttentionHead {
    std::int64_t length = 0;
    std::int64_t width = 0;
    bool causal = true;
    float scale = 1;                 // of scores
    const float* queries = nullptr;  // [length, width]
    const float* keys = nullptr;
    const float* values = nullptr;
    std::int64_t stride = 0;
    float* output = nullptr;       // [length, width], filled forward
    float* log_weights = nullptr;  // [length], too: the logarithm of the sum of exponentials
    std::int64_t output_stride = 0;
};

struct AttentionHeadGradients {
    const float* upstream = nullptr;  // of the output, its rows output_stride apart
    float* queries = nullptr;         // filled, rows `stride` apart
    float* keys = nullptr;
    float* values = nullptr;
};

/// Whether there is such a unit here. Any thread.
bool hasHeadKernels();
/// Softmax and sums are float32. Sums over keys or queries are the same whichever other queries
/// there are. Where hasHeadKernels(). Any thread.
void attendHead(const AttentionHead& head, TileFactors factors);
/// After attendHead(), whose output and log_weights are read.
void attendHeadBackward(const AttentionHead& head, const AttentionHeadGradients& gradients,
                        TileFactors factors);

}  // namespace orrery
