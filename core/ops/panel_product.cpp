// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/panel_product.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace orrery {
namespace {

constexpr std::size_t kAlignment = 64;  // a line of the cache

/// A product with one panel: `a` and `result` at the first rows, `result` at the panel's first
/// column wanted.
struct Operands {
    PanelProduct<float> of;
    const float* panel;  // [depth, 32], at the first column wanted
};

/// Rows of a tile. With two vectors of columns each, 6 rows hold their sums in 12 of AVX2's 16
/// registers, 12 rows in 24 of AVX-512's 32.
struct Avx2 {
    using Floats = float __attribute__((vector_size(32)));
    static constexpr int rows = 6;
};
struct Avx512 {
    using Floats = float __attribute__((vector_size(64)));
    static constexpr int rows = 12;
};

/// The vectors of a row of the result, or the first `columns` of them. Copies of a size that the
/// compiler does not know go through a buffer: sums that they touch would not stay in registers.
template <class Floats, int Vectors>
[[gnu::always_inline]] inline void loadRow(const float* from, std::int64_t columns,
                                           Floats (&to)[Vectors]) {
    if (columns * sizeof(float) >= sizeof to) return void(std::memcpy(&to, from, sizeof to));
    float buffer[Vectors * (sizeof(Floats) / sizeof(float))] = {};
    std::memcpy(buffer, from, columns * sizeof(float));
    std::memcpy(&to, buffer, sizeof to);
}
template <class Floats, int Vectors>
[[gnu::always_inline]] inline void storeRow(const Floats (&from)[Vectors], std::int64_t columns,
                                            float* to) {
    if (columns * sizeof(float) >= sizeof from) return void(std::memcpy(to, &from, sizeof from));
    float buffer[Vectors * (sizeof(Floats) / sizeof(float))];
    std::memcpy(buffer, &from, sizeof from);
    std::memcpy(to, buffer, columns * sizeof(float));
}

/// Rows x Vectors of the result at once.
template <class Unit, int Rows, int Vectors, bool Transposed>
[[gnu::always_inline]] inline void multiplyTile(const Operands& on) {
    using Floats = typename Unit::Floats;
    constexpr std::int64_t lanes = sizeof(Floats) / sizeof(float);
    Floats sums[Rows][Vectors] = {};
    if (on.of.add)
        for (int row = 0; row < Rows; ++row)
            loadRow(on.of.result + row * on.of.stride, on.of.columns, sums[row]);
    else if (on.of.start)
        for (int row = 0; row < Rows; ++row)
            loadRow(on.of.start, on.of.columns, sums[row]);
    for (std::int64_t k = 0; k < on.of.depth; ++k) {
        Floats right[Vectors];
        for (int vector = 0; vector < Vectors; ++vector)
            std::memcpy(&right[vector], on.panel + k * kPanel + vector * lanes, sizeof(Floats));
        for (int row = 0; row < Rows; ++row) {
            const float value =
                Transposed ? on.of.a[k * on.of.step + row] : on.of.a[row * on.of.step + k];
            for (int vector = 0; vector < Vectors; ++vector)
                sums[row][vector] += value * right[vector];
        }
    }
    for (int row = 0; row < Rows; ++row)
        storeRow(sums[row], on.of.columns, on.of.result + row * on.of.stride);
}

/// What is left, at most Rows, as one tile: several small ones would wait for their sums.
template <class Unit, int Rows, int Vectors, bool Transposed>
[[gnu::always_inline]] inline void multiplyLast(const Operands& on) {
    if constexpr (Rows > 0) {
        if (on.of.rows == Rows) return multiplyTile<Unit, Rows, Vectors, Transposed>(on);
        multiplyLast<Unit, Rows - 1, Vectors, Transposed>(on);
    }
}

template <class Unit, int Vectors, bool Transposed>
[[gnu::always_inline]] inline void multiplyRows(Operands on) {
    for (; on.of.rows >= Unit::rows; on.of.rows -= Unit::rows) {
        multiplyTile<Unit, Unit::rows, Vectors, Transposed>(on);
        on.of.a += Transposed ? Unit::rows : Unit::rows * on.of.step;
        on.of.result += Unit::rows * on.of.stride;
    }
    multiplyLast<Unit, Unit::rows - 1, Vectors, Transposed>(on);
}

template <class Unit, int Vectors>
[[gnu::always_inline]] inline void multiplyColumns(const Operands& on) {
    if (on.of.transposed)
        multiplyRows<Unit, Vectors, true>(on);
    else
        multiplyRows<Unit, Vectors, false>(on);
}

/// All rows of one panel.
template <class Unit>
[[gnu::always_inline]] inline void multiplyPanel(const Operands& whole) {
    constexpr std::int64_t lanes = sizeof(typename Unit::Floats) / sizeof(float);
    for (std::int64_t column = 0; column < whole.of.columns; column += 2 * lanes) {
        Operands on = whole;
        on.panel += column;
        on.of.result += column;
        if (on.of.start) on.of.start += column;
        on.of.columns = std::min(2 * lanes, whole.of.columns - column);
        if (on.of.columns > lanes)
            multiplyColumns<Unit, 2>(on);
        else
            multiplyColumns<Unit, 1>(on);
    }
}

using MultiplyPanel = void (*)(const Operands&);

#if defined(__x86_64__)
__attribute__((target("avx512f"))) void multiplyPanelAvx512(const Operands& on) {
    multiplyPanel<Avx512>(on);
}
__attribute__((target("avx2,fma"))) void multiplyPanelAvx2(const Operands& on) {
    multiplyPanel<Avx2>(on);
}
#endif
void multiplyPanelAnywhere(const Operands& on) {
    multiplyPanel<Avx2>(on);
}

/// The widest that this processor has. Both wide ones fuse multiply and add, so their results are
/// equal.
MultiplyPanel bestMultiplyPanel() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) return multiplyPanelAvx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return multiplyPanelAvx2;
#endif
    return multiplyPanelAnywhere;
}

/// `panels` are of a matrix of `packed_depth` rows.
void multiplyPanels(const PanelProduct<float>& product, const float* panels,
                    std::int64_t packed_depth) {
    static const MultiplyPanel multiply = bestMultiplyPanel();
    for (std::int64_t column = 0; column < product.columns; column += kPanel) {
        Operands on{product, panels + column * packed_depth};
        on.of.result += column;
        if (on.of.start) on.of.start += column;
        on.of.columns = std::min(kPanel, product.columns - column);
        multiply(on);
    }
}

/// The slow and obvious form, for checks in double.
void multiplyPanels(const PanelProduct<double>& product, const double* panels,
                    std::int64_t packed_depth) {
    for (std::int64_t row = 0; row < product.rows; ++row)
        for (std::int64_t column = 0; column < product.columns; ++column) {
            const double* panel =
                panels + column / kPanel * packed_depth * kPanel + column % kPanel;
            double& result = product.result[row * product.stride + column];
            double sum = product.add ? result : product.start ? product.start[column] : 0;
            for (std::int64_t k = 0; k < product.depth; ++k)
                sum +=
                    product
                        .a[product.transposed ? k * product.step + row : row * product.step + k] *
                    panel[k * kPanel];
            result = sum;
        }
}

}  // namespace

template <class T>
T* PackedMatrix<T>::reserve(std::int64_t depth, std::int64_t columns) {
    const std::int64_t panels = (columns + kPanel - 1) / kPanel;
    const std::int64_t size = panels * depth * kPanel;
    if (capacity_ < size) {
        panels_.reset();
        const auto bytes = static_cast<std::size_t>(size) * sizeof(T);  // a multiple of a line
        panels_.reset(static_cast<T*>(std::aligned_alloc(kAlignment, bytes)));
        if (!panels_) throw std::bad_alloc();
        capacity_ = size;
    }
    depth_ = depth;
    columns_ = columns;
    if (columns % kPanel != 0)
        std::fill_n(panels_.get() + (panels - 1) * depth * kPanel, depth * kPanel, T(0));
    return panels_.get();
}

template <class T>
void PackedMatrix<T>::multiply(const PanelProduct<T>& product) const {
    multiplyPanels(product, panels_.get(), depth_);
}

template class PackedMatrix<float>;
template class PackedMatrix<double>;

}  // namespace orrery
