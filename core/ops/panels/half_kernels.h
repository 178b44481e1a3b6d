// SPDX-License-Identifier: GPL-3.0-or-later
// What a set of instructions has to bring for products of bfloat16 (half_product.h). Another one
// is one more table of these, and a line in halfKernels(). Pairs: two bfloat16 in 32 bits,
// the first in the lower half.
#pragma once
#include <cstdint>

#include "core/ops/panels/attention_head.h"
#include "core/ops/panels/expert_pass.h"
#include "core/ops/panels/half_product.h"
#include "core/ops/panels/split_packing.h"

namespace orrery {

/// result [rows, columns] += or = a * panels.
struct HalfOperands {
    const std::uint32_t* a;  // pairs: [rows, step], or [pairs, step] when transposed
    std::int64_t step;
    bool transposed;
    std::int64_t rows;
    std::int64_t pairs;
    std::int64_t columns;
    const std::uint32_t* panels;  // [ceil(columns / 32), packed_pairs, 32]
    std::int64_t packed_pairs;
    float* result;
    std::int64_t stride;  // distance of its rows
    bool add;
    const float* start;  // [columns] or null; not with add
};

/// The same of factors in three parts (split_product.h).
struct SplitOperands {
    const std::uint32_t* a;  // [row blocks, blocks, 32, 3, 16], as splitRows() leaves it
    std::int64_t rows;
    std::int64_t depth;
    std::int64_t columns;
    const std::uint32_t* panels;  // [ceil(columns / 32), blocks of the packed depth, 3, 16, 32]
    std::int64_t packed_depth;
    float* result;
    std::int64_t stride;
    bool add;
    const float* start;
};

struct HalfKernels {
    const char* name;
    void (*multiply)(const HalfOperands&);
    /// [rows, ceil(depth / 2)] of a row-major source; a last odd value has a zero beside it.
    void (*pairColumns)(const float* source, std::int64_t rows, std::int64_t depth,
                        std::int64_t stride, std::uint32_t* to, std::int64_t step);
    /// [ceil(depth / 2), step] of a row-major source [depth, width]: the pairs lie across rows.
    void (*pairRows)(const float* source, std::int64_t depth, std::int64_t width,
                     std::int64_t stride, std::uint32_t* to, std::int64_t step);
    /// All panels [ceil(columns / 32), ceil(depth / 2), 32] of a source [depth, columns].
    void (*panels)(const float* source, std::int64_t depth, std::int64_t columns,
                   std::int64_t stride, std::uint32_t* to);
    void (*panelsOfHalves)(const std::uint16_t* source, std::int64_t depth, std::int64_t columns,
                           std::int64_t stride, std::uint32_t* to);
    /// A panel [ceil(depth / 2), 32] of up to 32 rows of a source [columns, depth].
    void (*panelOfRows)(const float* source, std::int64_t columns, std::int64_t depth,
                        std::int64_t stride, std::uint32_t* to);
    void (*panelOfHalfRows)(const std::uint16_t* source, std::int64_t columns, std::int64_t depth,
                            std::int64_t stride, std::uint32_t* to);
    void (*round)(const float* source, std::int64_t count, std::uint16_t* to);
    void (*widen)(const std::uint16_t* source, std::int64_t count, float* to);
    /// Null where float32's own instructions are faster.
    void (*multiply_split)(const SplitOperands&);
    /// attendHead() and attendHeadBackward(), or null.
    void (*attend)(const AttentionHead&, TileFactors);
    void (*attend_backward)(const AttentionHead&, const AttentionHeadGradients&, TileFactors);
    /// Those of expert_pass.h, or null.
    void (*pack_expert)(const ExpertWeights&, bool down, bool transposed, TileFactors,
                        std::uint32_t* to);
    void (*feed_forward)(const ExpertFfn<std::uint16_t>&);
    void (*feed_forward_split)(const ExpertFfn<float>&);
    void (*expert_forward)(const ExpertPass&, const PackedExpert&, TileFactors);
    void (*expert_backward)(const ExpertPass&, const ExpertGates&, const PackedExpert&,
                            TileFactors);
};

/// Those of AVX512_BF16; null where this is compiled for another processor.
const HalfKernels* avx512HalfKernels();

/// Those of AMX on top of AVX512_BF16; null where the processor or the kernel has no tiles.
const HalfKernels* amxHalfKernels();

/// The best that this processor has and the environment does not hide, or null.
const HalfKernels* halfKernels();

}  // namespace orrery
