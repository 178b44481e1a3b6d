// SPDX-License-Identifier: GPL-3.0-or-later
// Which products an operation of the CPU makes: kernels are templates over these.
#pragma once
#include <ATen/ATen.h>

#include "core/ops/panels/attention_head.h"
#include "core/ops/panels/expert_pass.h"
#include "core/ops/panels/half_product.h"
#include "core/ops/panels/panel_product.h"
#include "core/ops/panels/split_product.h"

namespace orrery {

/// Value is what lies in memory, Packed the side of a product that is packed; rows come at best in
/// multiples of kTileRows.
struct DoubleProducts {
    using Value = double;
    using Packed = PackedMatrix<double>;
    static constexpr std::int64_t kTileRows = 12;
};
struct FloatProducts {
    using Value = float;
    using Packed = PackedMatrix<float>;
    static constexpr std::int64_t kTileRows = 12;
};
/// Factors rounded to bfloat16.
struct HalfProducts {
    static constexpr TileFactors kTileFactors = TileFactors::bf16;
    using Value = float;
    using Packed = PackedHalves;
    static constexpr std::int64_t kTileRows = 32;
};

/// Factors as sums of three bfloat16, as exact as FloatProducts.
struct SplitProducts {
    static constexpr TileFactors kTileFactors = TileFactors::split;
    using Value = float;
    using Packed = PackedSplits;
    static constexpr std::int64_t kTileRows = 32;
};

/// The most rows, of those allowed, that are whole tiles.
template <class P>
constexpr std::int64_t wholeTileRows(std::int64_t most) {
    return most / P::kTileRows * P::kTileRows;
}

/// work(products) for values of this type, float32 or float64. `half`: in bfloat16, where the
/// processor has instructions for it.
template <class Work>
decltype(auto) withProducts(const at::Tensor& values, bool half, const Work& work) {
    if (values.scalar_type() == at::kDouble) return work(DoubleProducts{});
    if (half && hasHalfProducts()) return work(HalfProducts{});
    if (hasSplitProducts()) return work(SplitProducts{});
    return work(FloatProducts{});
}

}  // namespace orrery
