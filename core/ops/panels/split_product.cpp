// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/panels/split_product.h"

#include <algorithm>

#include "core/ops/panels/aligned_room.h"
#include "core/ops/panels/half_kernels.h"

namespace orrery {
namespace {

constexpr std::int64_t kLeftRows = 128;

/// Room for a product's left side, kept by each thread for the next one.
std::uint32_t* leftScratch(std::int64_t size) {
    thread_local AlignedRoom<std::uint32_t> room;
    return room.reserve(size);
}

}  // namespace

bool hasSplitProducts() {
    return halfKernels() != nullptr && halfKernels()->multiply_split != nullptr;
}

void PackedSplits::multiply(const PanelProduct<float>& product) const {
    std::uint32_t* a = leftScratch(std::min(kLeftRows, product.rows + kPanel) *
                                   rowsOf(product.depth) * kSplitPairs);
    for (std::int64_t first = 0; first < product.rows; first += kLeftRows) {
        const std::int64_t rows = std::min(kLeftRows, product.rows - first);
        if (product.transposed)
            splitColumns(product.a + first, rows, product.depth, product.step, a);
        else
            splitRows(product.a + first * product.step, rows, product.depth, product.step, a);
        halfKernels()->multiply_split({a, rows, product.depth, product.columns, panels()->pairs,
                                       depth(), product.result + first * product.stride,
                                       product.stride, product.add, product.start});
    }
}

}  // namespace orrery
