// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ops/experts/expert_pieces.h"
#include "core/ops/panels/expert_pass.h"

namespace orrery {

/// A piece of rows by the kernels of expert_pass.h, in chunks.
template <class P>
class PieceByTiles {
public:
    static bool isPossible(const at::Tensor& down) {
        return hasExpertKernels(down.size(2), down.size(1));
    }
    PieceByTiles(const at::Tensor& down, const at::Tensor& up, bool backward)
        : down_(down),
          up_(up),
          backward_(backward),
          narrow_(at::empty({backward ? 0 : kChunkRows, down.size(2)}, at::kFloat)) {}

    /// Whether forward packs the expert: for few rows it is faster to transpose their values in
    /// place of the weights (turned_ffn.h).
    bool packs(const ExpertSpan& piece) const {
        const std::int64_t d_ffn = down_.size(1), d_model = down_.size(2);
        return down_.scalar_type() != kTurned ||
               piece.count * (2 * d_ffn + d_model) > 2 * d_model * d_ffn;
    }

    void pack(std::int64_t expert) {
        const std::int64_t d_ffn = down_.size(1), d_model = down_.size(2);
        const auto matrix = [&](const at::Tensor& all) {
            return static_cast<const char*>(all.const_data_ptr()) +
                   expert * d_ffn * d_model * static_cast<std::int64_t>(all.element_size());
        };
        packed_.pack(
            {matrix(down_), matrix(up_), down_.scalar_type() == at::kBFloat16, d_model, d_ffn},
            backward_, P::kTileFactors);
    }
    void forward(const ExpertSpan& chunk, const at::Tensor& z, const std::int64_t* order,
                 std::int64_t top_k, at::Tensor& hidden, at::Tensor& outputs) {
        expertForward(rowsOf(chunk, z, order, top_k, hidden, outputs), packed_, P::kTileFactors);
    }
    void forwardTurned(const ExpertSpan& chunk, const at::Tensor& z, const std::int64_t* order,
                       std::int64_t top_k, at::Tensor& hidden, at::Tensor& outputs) {
        using W = std::conditional_t<kHalfHidden<P>, std::uint16_t, float>;
        const std::int64_t d_ffn = down_.size(1), d_model = down_.size(2);
        const std::int64_t weights = chunk.expert * d_ffn * d_model;
        const float* rows = gatherTokens<float>(z, chunk, order, top_k, narrow_);
        feedForward(ExpertFfn<W>{static_cast<const W*>(down_.const_data_ptr()) + weights,
                                 static_cast<const W*>(up_.const_data_ptr()) + weights, d_model,
                                 d_ffn, rows, chunk.count,
                                 static_cast<W*>(hidden.mutable_data_ptr()) + chunk.begin * d_ffn,
                                 rowsAt<float>(outputs, chunk.begin)});
    }
    void backward(const ExpertSpan& chunk, const at::Tensor& gradient, const std::int64_t* order,
                  const at::Tensor& gates, const at::Tensor& hidden, at::Tensor& row_gradients,
                  at::Tensor& gate_gradients) {
        float own[kChunkRows], gradients[kChunkRows];
        for (std::int64_t row = 0; row < chunk.count; ++row)
            own[row] = gates.const_data_ptr<float>()[order[chunk.begin + row]];
        expertBackward(rowsOf(chunk, gradient, order, gates.size(1), hidden, row_gradients),
                       {own, gradients}, packed_, P::kTileFactors);
        for (std::int64_t row = 0; row < chunk.count; ++row)
            gate_gradients.mutable_data_ptr<float>()[order[chunk.begin + row]] = gradients[row];
    }

private:
    ExpertPass rowsOf(const ExpertSpan& chunk, const at::Tensor& source, const std::int64_t* order,
                      std::int64_t top_k, const at::Tensor& hidden, at::Tensor& outputs) {
        const std::int64_t d_ffn = down_.size(1), d_model = down_.size(2);
        for (std::int64_t row = 0; row < chunk.count; ++row)
            rows_[row] =
                source.const_data_ptr<float>() + order[chunk.begin + row] / top_k * d_model;
        auto* kept = static_cast<char*>(hidden.data_ptr());
        return {rows_,
                chunk.count,
                d_model,
                d_ffn,
                kept + chunk.begin * d_ffn * static_cast<std::int64_t>(hidden.element_size()),
                kHalfHidden<P>,
                rowsAt<float>(outputs, chunk.begin)};
    }

    static_assert(kChunkRows <= kExpertRows);
    static constexpr at::ScalarType kTurned = kHalfHidden<P> ? at::kBFloat16 : at::kFloat;
    const at::Tensor& down_;
    const at::Tensor& up_;
    bool backward_;
    at::Tensor narrow_;  // [kChunkRows, D]
    const float* rows_[kChunkRows] = {};
    PackedExpert packed_;
};

}  // namespace orrery
