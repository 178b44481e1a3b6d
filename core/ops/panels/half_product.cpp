// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/panels/half_product.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <type_traits>

#include "core/ops/panels/aligned_room.h"
#include "core/ops/panels/half_kernels.h"

namespace orrery {
namespace {

const HalfKernels* findKernels() {
    const char* set = std::getenv("ORRERY_BF16");
    const std::string_view hidden = set == nullptr ? "" : set;
    if (hidden == "off") return nullptr;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512bf16") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl")) {
        const HalfKernels* tiles = hidden == "avx512" ? nullptr : amxHalfKernels();
        return tiles != nullptr ? tiles : avx512HalfKernels();
    }
#endif
    return nullptr;
}

/// Distance of rows of so many pairs: at a power of two they would lie in few sets of the cache.
std::int64_t apart(std::int64_t pairs) {
    constexpr std::int64_t kLine = 16;
    return pairs % (8 * kLine) == 0 ? pairs + kLine : pairs;
}

/// Room for a product's left side, kept by each thread for the next one.
std::uint32_t* pairScratch(std::int64_t size) {
    thread_local AlignedRoom<std::uint32_t> room;
    return room.reserve(size);
}

/// Rows of a panel.
std::int64_t pairsOf(std::int64_t depth) {
    return (depth + 1) / 2;
}

template <class S>
void packEachTransposed(const S* source, std::int64_t columns, std::int64_t depth,
                        std::int64_t stride, std::uint32_t* panels) {
    for (std::int64_t column = 0; column < columns; column += kPanel) {
        const std::int64_t width = std::min(kPanel, columns - column);
        const S* from = source + column * stride;
        std::uint32_t* to = panels + column * pairsOf(depth);
        if constexpr (std::is_same_v<S, float>)
            halfKernels()->panelOfRows(from, width, depth, stride, to);
        else
            halfKernels()->panelOfHalfRows(from, width, depth, stride, to);
    }
}

}  // namespace

const HalfKernels* halfKernels() {
    static const HalfKernels* const best = findKernels();
    return best;
}

const char* halfInstructions() {
    return halfKernels() == nullptr ? "" : halfKernels()->name;
}

void roundToHalves(const float* source, std::int64_t count, std::uint16_t* to) {
    halfKernels()->round(source, count, to);
}
void widenHalves(const std::uint16_t* source, std::int64_t count, float* to) {
    halfKernels()->widen(source, count, to);
}

void packPanels(const float* source, std::int64_t depth, std::int64_t columns, std::int64_t stride,
                std::uint32_t* panels) {
    halfKernels()->panels(source, depth, columns, stride, panels);
}
void packPanels(const std::uint16_t* source, std::int64_t depth, std::int64_t columns,
                std::int64_t stride, std::uint32_t* panels) {
    halfKernels()->panelsOfHalves(source, depth, columns, stride, panels);
}
void packTransposedPanels(const float* source, std::int64_t columns, std::int64_t depth,
                          std::int64_t stride, std::uint32_t* panels) {
    packEachTransposed(source, columns, depth, stride, panels);
}
void packTransposedPanels(const std::uint16_t* source, std::int64_t columns, std::int64_t depth,
                          std::int64_t stride, std::uint32_t* panels) {
    packEachTransposed(source, columns, depth, stride, panels);
}

void PackedHalves::multiply(const PanelProduct<float>& product) const {
    const std::int64_t pairs = rowsOf(product.depth);
    const std::int64_t step = product.transposed ? product.rows : apart(pairs);
    std::uint32_t* a = pairScratch(product.transposed ? pairs * step : product.rows * step);
    if (product.transposed)
        halfKernels()->pairRows(product.a, product.depth, product.rows, product.step, a, step);
    else
        halfKernels()->pairColumns(product.a, product.rows, product.depth, product.step, a, step);
    halfKernels()->multiply({a, step, product.transposed, product.rows, pairs, product.columns,
                             panels(), rowsOf(depth()), product.result, product.stride, product.add,
                             product.start});
}

}  // namespace orrery
