// SPDX-License-Identifier: GPL-3.0-or-later
// A frozen expert's layers by a unit of tiles (half_tiles.h), turned round: its rows are the left
// factor, read where they lie, so that nothing of it is packed or copied. The tokens are packed,
// one a column; what comes out is transposed where it is stored.
#pragma once
#include <algorithm>

#include "core/ops/gelu.h"
#include "core/ops/panels/aligned_room.h"
#include "core/ops/panels/half_kernels.h"
#include "core/ops/panels/half_tiles.h"

namespace orrery {

/// HalfFfn of sizes that are multiples of 32. Each element is summed over pairs in ascending order.
template <class Tiles>
class TileFfn {
public:
    explicit TileFfn(const HalfFfn& ffn)
        : ffn_(ffn),
          columns_(wholeTiles(ffn.count)),
          stride_(columns_ + kTile),  // no power of two
          tokens_(room<0, std::uint32_t>(wholePanels() * ffn.d_model / 2)),
          active_(room<1, std::uint32_t>(wholePanels() * ffn.d_ffn / 2)),
          block_(room<2, float>(kPanel * stride_)) {}

    void run() {
        const std::int64_t d_model = ffn_.d_model, d_ffn = ffn_.d_ffn;
        for (std::int64_t first = 0; first < ffn_.count; first += kPanel)
            halfKernels()->panelOfRows(ffn_.rows + first * d_model,
                                       std::min(kPanel, ffn_.count - first), d_model, d_model,
                                       tokens_ + first * (d_model / 2));
        const Tiles unit;  // prepared once
        for (std::int64_t row = 0; row < d_ffn; row += kPanel) {
            multiply(ffn_.down + row * d_model, d_model, tokens_);
            keepHidden(row);
            activate(row);
        }
        for (std::int64_t row = 0; row < d_model; row += kPanel) {
            multiply(ffn_.up + row * d_ffn, d_ffn, active_);
            storeOutputs(row);
        }
    }

private:
    template <int Use, class T>
    static T* room(std::int64_t size) {
        thread_local AlignedRoom<T> kept;
        return kept.reserve(size);
    }
    std::int64_t wholePanels() const { return (ffn_.count + kPanel - 1) / kPanel * kPanel; }

    /// block_ [32, columns] = 32 rows of a matrix of `depth` columns times panels
    /// [columns / 32, depth / 2, 32].
    void multiply(const std::uint16_t* rows, std::int64_t depth, const std::uint32_t* panels) {
        const std::int64_t bytes = depth * std::int64_t{sizeof *rows};
        const std::uint16_t* low = rows + kTile * depth;
        for (std::int64_t column = 0; column < columns_; column += kPanel) {
            const bool right = column + kTile < columns_;
            const std::uint32_t* panel = panels + column * (depth / 2);
            Tiles::template zero<0>();
            Tiles::template zero<1>();
            Tiles::template zero<2>();
            Tiles::template zero<3>();
            for (std::int64_t k = 0; k < depth; k += 2 * kTile) {
                const std::uint32_t* pairs = panel + k / 2 * kPanel;
                Tiles::template load<4>(rows + k, bytes);
                Tiles::template load<6>(pairs, kPanel * kPairBytes);
                Tiles::template addProduct<0, 4, 6>();
                Tiles::template load<5>(low + k, bytes);
                Tiles::template addProduct<2, 5, 6>();
                if (!right) continue;
                Tiles::template load<7>(pairs + kTile, kPanel * kPairBytes);
                Tiles::template addProduct<1, 4, 7>();
                Tiles::template addProduct<3, 5, 7>();
            }
            float* to = block_ + column;
            Tiles::template store<0>(to, stride_ * kPairBytes);
            Tiles::template store<2>(to + kTile * stride_, stride_ * kPairBytes);
            if (!right) continue;
            Tiles::template store<1>(to + kTile, stride_ * kPairBytes);
            Tiles::template store<3>(to + kTile * (stride_ + 1), stride_ * kPairBytes);
        }
    }

    /// 16 x 16 values of the block, transposed: rows of tokens.
    ORRERY_BF16_TARGET void transposed(std::int64_t row, std::int64_t token,
                                       __m512i (&values)[kVector]) const {
#pragma GCC unroll 16
        for (std::int64_t i = 0; i < kVector; ++i)
            values[i] = _mm512_loadu_si512(block_ + (row + i) * stride_ + token);
        transpose(values);
    }

    /// The block's values in the columns row .. row + 31 of the hidden ones.
    ORRERY_BF16_TARGET void keepHidden(std::int64_t row) {
        for (std::int64_t token = 0; token < ffn_.count; token += kTile) {
            __m512i low[kVector], high[kVector];
            transposed(0, token, low);
            transposed(kTile, token, high);
            std::uint16_t* to = ffn_.hidden + token * ffn_.d_ffn + row;
            for (std::int64_t i = 0; i < std::min(kTile, ffn_.count - token); ++i)
                _mm512_storeu_si512(to + i * ffn_.d_ffn,
                                    (__m512i)_mm512_cvtne2ps_pbh((__m512)high[i], (__m512)low[i]));
        }
    }

    /// The same of the outputs.
    ORRERY_BF16_TARGET void storeOutputs(std::int64_t row) {
        for (std::int64_t half = 0; half < kPanel; half += kTile)
            for (std::int64_t token = 0; token < ffn_.count; token += kTile) {
                __m512i values[kVector];
                transposed(half, token, values);
                float* to = ffn_.outputs + token * ffn_.d_model + row + half;
                for (std::int64_t i = 0; i < std::min(kTile, ffn_.count - token); ++i)
                    _mm512_storeu_si512(to + i * ffn_.d_model, values[i]);
            }
    }

    /// GELU of the block, and its rows as pairs of the right factor of the second product.
    void activate(std::int64_t row) {
        for (std::int64_t i = 0; i < kPanel; ++i)
            geluRow(block_ + i * stride_, block_ + i * stride_, columns_);
        for (std::int64_t column = 0; column < columns_; column += kPanel)
            halfKernels()->pairRows(block_ + column, kPanel, std::min(kPanel, columns_ - column),
                                    stride_, active_ + column * (ffn_.d_ffn / 2) + row / 2 * kPanel,
                                    kPanel);
    }

    const HalfFfn& ffn_;
    std::int64_t columns_;   // one a token, in whole tiles
    std::int64_t stride_;    // distance of the block's rows
    std::uint32_t* tokens_;  // panels [columns / 32, d_model / 2, 32]
    std::uint32_t* active_;  // panels [columns / 32, d_ffn / 2, 32]
    float* block_;           // [32, stride]
};

}  // namespace orrery
