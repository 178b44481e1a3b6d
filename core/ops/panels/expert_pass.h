// SPDX-License-Identifier: GPL-3.0-or-later
// Rows through two layers with GELU between them by a unit of tiles (tile_expert.h): those of a
// frozen expert, and those of the query network.
#pragma once
#include <cstdint>

#include "core/ops/panels/aligned_room.h"
#include "core/ops/panels/tile_factors.h"

namespace orrery {

/// An expert's matrices, float32 or the bits of bfloat16.
struct ExpertWeights {
    const void* down = nullptr;  // [d_ffn, d_model]
    const void* up = nullptr;    // [d_model, d_ffn]
    bool bfloat16 = false;
    std::int64_t d_model = 0;
    std::int64_t d_ffn = 0;
};

/// The same packed for tiles, forward or backward. One thread at a time.
class PackedExpert {
public:
    /// Both matrices; or one of them, 0 or 1, where threads share the work.
    void pack(const ExpertWeights& weights, bool backward, TileFactors factors);
    void packOne(const ExpertWeights& weights, int which, bool backward, TileFactors factors);
    const std::uint32_t* first() const { return first_.get(); }
    const std::uint32_t* second() const { return second_.get(); }

private:
    AlignedRoom<std::uint32_t> first_, second_;
};

/// Most rows of the calls below.
constexpr std::int64_t kExpertRows = 128;

/// Rows that lie anywhere, through an expert that was packed for it.
struct ExpertPass {
    const float* const* rows = nullptr;  // [count] rows of d_model: tokens, or output gradients
    std::int64_t count = 0;
    std::int64_t d_model = 0;
    std::int64_t d_ffn = 0;
    void* hidden = nullptr;        // [count, d_ffn] before GELU: filled forward, read backward
    bool hidden_bfloat16 = false;  // with TileFactors::bf16 alone; else float32
    float* outputs = nullptr;      // [count, d_model], filled: outputs, or gradients of the tokens
    // Forward, or null: what hidden values [d_ffn] and outputs [d_model] start from.
    const float* down_bias = nullptr;
    const float* up_bias = nullptr;
};
/// What else there is backward; all may be null.
struct ExpertGates {
    const float* gates = nullptr;       // [count], 1 where null
    float* gradients = nullptr;         // [count], filled
    float* active = nullptr;            // [count, d_ffn], filled: the hidden values after GELU
    float* hidden_gradients = nullptr;  // [count, d_ffn], filled: of the values before it
};

/// Rows through an expert that has few of them (turned_ffn.h): outputs = up * gelu(down * row). W
/// is std::uint16_t for an expert of bfloat16, to which factors are rounded, or float with factors
/// in three parts.
template <class W>
struct ExpertFfn {
    const W* down = nullptr;  // [d_ffn, d_model]
    const W* up = nullptr;    // [d_model, d_ffn]
    std::int64_t d_model = 0;
    std::int64_t d_ffn = 0;
    const float* rows = nullptr;  // [count, d_model]
    std::int64_t count = 0;
    W* hidden = nullptr;       // [count, d_ffn], filled with the values before GELU
    float* outputs = nullptr;  // [count, d_model], filled
};

/// Whether there are such kernels here for these sizes (multiples of 32). Any thread.
bool hasExpertKernels(std::int64_t d_model, std::int64_t d_ffn);
/// Where hasExpertKernels(). Any thread.
void feedForward(const ExpertFfn<std::uint16_t>& ffn);
void feedForward(const ExpertFfn<float>& ffn);
/// outputs = up * gelu(down * row), as feedForward(). Where hasExpertKernels(). Any thread.
void expertForward(const ExpertPass& rows, const PackedExpert& expert, TileFactors factors);
/// outputs = down^T * (gelu'(hidden) * (up^T * row)) * gate, and the gradients of the gates.
void expertBackward(const ExpertPass& rows, const ExpertGates& gates, const PackedExpert& expert,
                    TileFactors factors);

}  // namespace orrery
