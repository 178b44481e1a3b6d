// SPDX-License-Identifier: GPL-3.0-or-later
// Which products an operation of the CPU makes: kernels are templates over these.
#pragma once
#include <ATen/ATen.h>

#include "core/ops/panels/half_product.h"
#include "core/ops/panels/panel_product.h"

namespace orrery {

/// Value is what lies in memory, Packed the side of a product that is packed.
struct DoubleProducts {
    using Value = double;
    using Packed = PackedMatrix<double>;
};
struct FloatProducts {
    using Value = float;
    using Packed = PackedMatrix<float>;
};
/// Factors rounded to bfloat16.
struct HalfProducts {
    using Value = float;
    using Packed = PackedHalves;
};

/// work(products) for values of this type, float32 or float64. `half`: in bfloat16, where the
/// processor has instructions for it.
template <class Work>
decltype(auto) withProducts(const at::Tensor& values, bool half, const Work& work) {
    if (values.scalar_type() == at::kDouble) return work(DoubleProducts{});
    if (half && hasHalfProducts()) return work(HalfProducts{});
    return work(FloatProducts{});
}

}  // namespace orrery
