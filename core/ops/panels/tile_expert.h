// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of expert_pass.h. A square of 32 rows by 32 hidden values passes GELU, or its
// gradient, while it is near, and becomes a part of the second product's left factor.
#pragma once
#include <algorithm>
#include <cstring>

#include "core/ops/gelu_lanes.h"
#include "core/ops/panels/expert_pass.h"
#include "core/ops/panels/split_blocks.h"
#include "core/ops/panels/split_tiles.h"

namespace orrery {

/// As TileHead: Parts is 1 for TileFactors::bf16, 3 for TileFactors::split. Hidden is what hidden
/// values are kept as: float, or std::uint16_t for the bits of bfloat16.
template <class Tiles, int Parts, class Hidden>
class TileExpert {
public:
    TileExpert(const ExpertPass& rows, const PackedExpert& expert)
        : of_(rows),
          expert_(expert),
          rows_(room<0>(kExpertRows * rows.d_model / kPanel * kStep)),
          active_(room<1>(kExpertRows * rows.d_ffn / kPanel * kStep)) {}

    void forward() { run<false>({}); }
    void backward(const ExpertGates& gates) {
        std::fill_n(sums_, of_.count * kVector, 0.0F);
        run<true>(gates);
        if (gates.gradients == nullptr) return;
        for (std::int64_t row = 0; row < of_.count; ++row) {
            Avx512Lanes::Floats lanes;
            std::memcpy(&lanes, sums_ + row * kVector, sizeof lanes);
            gates.gradients[row] = sumOf<Avx512Lanes>(lanes);
        }
    }

private:
    static constexpr std::int64_t kStep = kRowPairs<Parts>;    // of a row in a square
    static constexpr std::int64_t kPairs = kLeftBlock<Parts>;  // of a square, left or right
    static constexpr std::int64_t kSquare = kPanel * kPanel;

    /// Sums of 32 rows by 32 hidden values.
    struct Square {
        std::int64_t row, column;
        float* at;
    };

    template <int Use>
    static std::uint32_t* room(std::int64_t size) {
        thread_local AlignedRoom<std::uint32_t> kept;
        return kept.reserve(size);
    }

    template <bool Backward>
    ORRERY_BF16_TARGET void run(const ExpertGates& gates) {
        const std::int64_t d_model = of_.d_model, d_ffn = of_.d_ffn;
        for (std::int64_t row = 0; row < of_.count; ++row) {
            if (row + kAhead < of_.count) fetchValues(of_.rows[row + kAhead], d_model);
            if constexpr (Backward) fetchHidden(row, 0);
            leftFromRow<Parts>(of_.rows[row], d_model, rows_ + leftAt<Parts>(row, d_model));
        }
        clearRows<Parts>(of_.count, d_model, rows_);
        const Tiles unit;  // prepared once
        Square before{-1, 0, squares_};
        for (std::int64_t column = 0; column < d_ffn; column += kPanel)
            for (std::int64_t row = 0; row < of_.count; row += kPanel) {
                const Square now{row, column,
                                 before.at == squares_ ? squares_ + kSquare : squares_};
                Paced rows(d_model / kPanel * BlockSum<Tiles, Parts>::kCalls);
                const auto pass = [&](std::int64_t i) { passRow<Backward>(before, i, gates); };
                sum(rows_ + leftAt<Parts>(row, d_model),
                    expert_.first() + leftAt<Parts>(column, d_model), d_model,
                    of_.down_bias == nullptr ? nullptr : of_.down_bias + column,
                    [&] { rows.call(pass); });
                WholeBlock<Tiles>::store(now.at, kPanel);
                before = now;
            }
        for (std::int64_t i = 0; i < kPanel; ++i)
            passRow<Backward>(before, i, gates);
        for (std::int64_t column = 0; column < d_model; column += kPanel)
            for (std::int64_t row = 0; row < of_.count; row += kPanel) {
                sum(active_ + leftAt<Parts>(row, d_ffn),
                    expert_.second() + leftAt<Parts>(column, d_ffn), d_ffn,
                    of_.up_bias == nullptr ? nullptr : of_.up_bias + column, [] {});
                storeOutputs(row, column);
            }
    }

    /// Leaves 32 x 32 sums in tiles 0 .. 3, which start from a row of 32, or from zero.
    template <class Beside>
    ORRERY_BF16_TARGET static void sum(const std::uint32_t* left, const std::uint32_t* right,
                                       std::int64_t depth, const float* start,
                                       const Beside& beside) {
        if (start == nullptr)
            WholeBlock<Tiles>::clear();
        else
            WholeBlock<Tiles>::load(start, 0);  // the same row for all
        for (std::int64_t block = 0; block < depth / kPanel; ++block)
            BlockSum<Tiles, Parts>::template add<true, true>(left + block * kPairs,
                                                             right + block * kPairs, beside);
    }
    void storeOutputs(std::int64_t row, std::int64_t column) {
        float* to = of_.outputs + row * of_.d_model + column;
        const std::int64_t rows = std::min(kPanel, of_.count - row);
        if (rows == kPanel) return WholeBlock<Tiles>::store(to, of_.d_model);
        WholeBlock<Tiles>::store(squares_, kPanel);
        for (std::int64_t i = 0; i < rows; ++i)
            std::copy_n(squares_ + i * kPanel, kPanel, to + i * of_.d_model);
    }

    /// A row of a square becomes a part of the second product's left factor, or zeros behind the
    /// last row.
    template <bool Backward>
    ORRERY_BF16_TARGET void passRow(const Square& square, std::int64_t i,
                                    const ExpertGates& gates) {
        if (square.row < 0) return;
        const float* sums = square.at + i * kPanel;
        const std::int64_t row = square.row + i;
        expectOutputs(row, square.column / 2);
        __m512 passed[2] = {_mm512_setzero_ps(), _mm512_setzero_ps()};
        if (row < of_.count && Backward)
            passGradients(sums, row, square.column, gates, passed);
        else if (row < of_.count)
            activate(sums, row, square.column, passed);
        storeLeft<Parts>(passed[0], passed[1],
                         active_ + leftAt<Parts>(row, of_.d_ffn) + square.column / kPanel * kPairs);
    }

    ORRERY_BF16_TARGET void activate(const float* sums, std::int64_t row, std::int64_t column,
                                     __m512 (&passed)[2]) {
        const __m512 low = _mm512_load_ps(sums), high = _mm512_load_ps(sums + kVector);
        fetchHidden(row, column + kPanel);
        storeValues(low, high, static_cast<Hidden*>(of_.hidden) + row * of_.d_ffn + column);
        passed[0] = gelu(low);
        passed[1] = gelu(high);
    }

    ORRERY_BF16_TARGET static __m512 gelu(__m512 x) {
        Normal<Avx512Lanes> at;
        normal<Avx512Lanes>((Avx512Lanes::Floats)x, at);
        return _mm512_mul_ps(x, (__m512)at.cdf);
    }

    /// Has a line that will be written on its way from memory.
    void expectOutputs(std::int64_t row, std::int64_t column) const {
        if (row < of_.count && column < of_.d_model)
            asm volatile("prefetchw (%0)" : : "r"(of_.outputs + row * of_.d_model + column));
    }
    void fetchHidden(std::int64_t row, std::int64_t column) const {
        if (column < of_.d_ffn)
            fetchValues(static_cast<const Hidden*>(of_.hidden) + row * of_.d_ffn + column, kPanel);
    }
    ORRERY_BF16_TARGET __m512 hiddenAt(std::int64_t row, std::int64_t column) const {
        return valuesAt(static_cast<const Hidden*>(of_.hidden) + row * of_.d_ffn + column, kVector);
    }

    /// Output gradients become those of the hidden values, and a gate's adds up in its row's lanes.
    ORRERY_BF16_TARGET void passGradients(const float* gradients, std::int64_t row,
                                          std::int64_t column, const ExpertGates& gates,
                                          __m512 (&passed)[2]) {
        const __m512 gate = _mm512_set1_ps(gates.gates == nullptr ? 1.0F : gates.gates[row]);
        fetchHidden(row, column + kPanel);
        __m512 sums = _mm512_load_ps(sums_ + row * kVector);
        for (std::int64_t half = 0; half < 2; ++half) {
            const __m512 gradient = _mm512_load_ps(gradients + half * kVector);
            const __m512 x = hiddenAt(row, column + half * kVector);
            Normal<Avx512Lanes> at;
            normal<Avx512Lanes>((Avx512Lanes::Floats)x, at);
            const auto cdf = (__m512)at.cdf, density = (__m512)at.density;
            const __m512 active = _mm512_mul_ps(x, cdf);
            sums = _mm512_fmadd_ps(gradient, active, sums);
            passed[half] =
                _mm512_mul_ps(_mm512_mul_ps(gate, gradient), _mm512_fmadd_ps(x, density, cdf));
            const std::int64_t at_half = row * of_.d_ffn + column + half * kVector;
            if (gates.active != nullptr) _mm512_storeu_ps(gates.active + at_half, active);
            if (gates.hidden_gradients != nullptr)
                _mm512_storeu_ps(gates.hidden_gradients + at_half, passed[half]);
        }
        _mm512_store_ps(sums_ + row * kVector, sums);
    }

    const ExpertPass& of_;
    const PackedExpert& expert_;
    std::uint32_t* rows_;    // left [128, d_model]
    std::uint32_t* active_;  // left [128, d_ffn]
    alignas(64) float squares_[2 * kSquare];
    alignas(64) float sums_[kExpertRows * kVector];  // lanes of the gates' gradients
};

}  // namespace orrery
