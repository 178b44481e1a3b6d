// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/panels/panel_product.h"

#include <algorithm>
#include <cstring>

#include "core/ops/simd.h"

namespace orrery {
namespace {

/// A product with one panel: `a` and `result` at the first rows, `result` at the panel's first
/// column wanted.
struct Operands {
    PanelProduct<float> of;
    const float* panel;  // [depth, 32], at the first column wanted
};

/// Rows of a tile. With two vectors of columns each, 6 rows hold their sums in 12 of AVX2's 16
/// registers, 12 rows in 24 of AVX-512's 32.
template <class Lanes>
constexpr int kTileRows = Lanes::count == Avx512Lanes::count ? 12 : 6;

/// The vectors of a row of the result, or the first `columns` of them unless it is Full. Copies of
/// a size that the compiler does not know go through a buffer: sums that they touch would not stay
/// in registers.
template <bool Full, class Floats, int Vectors>
[[gnu::always_inline]] inline void loadRow(const float* from, std::int64_t columns,
                                           Floats (&to)[Vectors]) {
    constexpr std::int64_t kWidth = sizeof(Floats) / sizeof(float);
    float buffer[Vectors * kWidth] = {};
    if (!Full) from = static_cast<float*>(std::memcpy(buffer, from, columns * sizeof(float)));
    for (int vector = 0; vector < Vectors; ++vector)
        std::memcpy(&to[vector], from + vector * kWidth, sizeof(Floats));
}
template <bool Full, class Floats, int Vectors>
[[gnu::always_inline]] inline void storeRow(const Floats (&from)[Vectors], std::int64_t columns,
                                            float* to) {
    constexpr std::int64_t kWidth = sizeof(Floats) / sizeof(float);
    float buffer[Vectors * kWidth];
    for (int vector = 0; vector < Vectors; ++vector)
        std::memcpy((Full ? to : buffer) + vector * kWidth, &from[vector], sizeof(Floats));
    if (!Full) std::memcpy(to, buffer, columns * sizeof(float));
}

/// Rows x Vectors of the result at once.
template <class Lanes, int Rows, int Vectors, bool Transposed, bool Full>
[[gnu::always_inline]] inline void multiplyTile(const Operands& on) {
    using Floats = typename Lanes::Floats;
    constexpr std::int64_t kWidth = sizeof(Floats) / sizeof(float);
    Floats sums[Rows][Vectors] = {};
    if (on.of.add)
#pragma GCC unroll 12
        for (int row = 0; row < Rows; ++row)
            loadRow<Full>(on.of.result + row * on.of.stride, on.of.columns, sums[row]);
    else if (on.of.start)
#pragma GCC unroll 12
        for (int row = 0; row < Rows; ++row)
            loadRow<Full>(on.of.start, on.of.columns, sums[row]);
    for (std::int64_t k = 0; k < on.of.depth; ++k) {
        Floats right[Vectors];
        for (int vector = 0; vector < Vectors; ++vector)
            std::memcpy(&right[vector], on.panel + k * kPanel + vector * kWidth, sizeof(Floats));
        for (int row = 0; row < Rows; ++row) {
            const float value =
                Transposed ? on.of.a[k * on.of.step + row] : on.of.a[row * on.of.step + k];
            for (int vector = 0; vector < Vectors; ++vector)
                sums[row][vector] += value * right[vector];
        }
    }
#pragma GCC unroll 12
    for (int row = 0; row < Rows; ++row)
        storeRow<Full>(sums[row], on.of.columns, on.of.result + row * on.of.stride);
}

/// What is left, at most Rows, as one tile: several small ones would wait for their sums.
template <class Lanes, int Rows, int Vectors, bool Transposed, bool Full>
[[gnu::always_inline]] inline void multiplyLast(const Operands& on) {
    if constexpr (Rows > 0) {
        if (on.of.rows == Rows) return multiplyTile<Lanes, Rows, Vectors, Transposed, Full>(on);
        multiplyLast<Lanes, Rows - 1, Vectors, Transposed, Full>(on);
    }
}

template <class Lanes, int Vectors, bool Transposed, bool Full>
[[gnu::always_inline]] inline void multiplyRows(Operands on) {
    for (; on.of.rows >= kTileRows<Lanes>; on.of.rows -= kTileRows<Lanes>) {
        multiplyTile<Lanes, kTileRows<Lanes>, Vectors, Transposed, Full>(on);
        on.of.a += Transposed ? kTileRows<Lanes> : kTileRows<Lanes> * on.of.step;
        on.of.result += kTileRows<Lanes> * on.of.stride;
    }
    multiplyLast<Lanes, kTileRows<Lanes> - 1, Vectors, Transposed, Full>(on);
}

template <class Lanes, int Vectors, bool Full>
[[gnu::always_inline]] inline void multiplyColumns(const Operands& on) {
    if (on.of.transposed)
        multiplyRows<Lanes, Vectors, true, Full>(on);
    else
        multiplyRows<Lanes, Vectors, false, Full>(on);
}

/// All rows of one panel.
struct MultiplyPanel {
    template <class Lanes>
    [[gnu::always_inline]] static void run(const Operands* whole) {
        constexpr std::int64_t kWide = 2 * Lanes::count;
        for (std::int64_t column = 0; column < whole->of.columns; column += kWide) {
            Operands on = *whole;
            on.panel += column;
            on.of.result += column;
            if (on.of.start) on.of.start += column;
            on.of.columns = std::min(kWide, whole->of.columns - column);
            if (on.of.columns == kWide)
                multiplyColumns<Lanes, 2, true>(on);
            else if (on.of.columns > Lanes::count)
                multiplyColumns<Lanes, 2, false>(on);
            else
                multiplyColumns<Lanes, 1, false>(on);
        }
    }
};

/// `panels` are of a matrix of `packed_depth` rows.
void multiplyPanels(const PanelProduct<float>& product, const float* panels,
                    std::int64_t packed_depth) {
    for (std::int64_t column = 0; column < product.columns; column += kPanel) {
        Operands on{product, panels + column * packed_depth};
        on.of.result += column;
        if (on.of.start) on.of.start += column;
        on.of.columns = std::min(kPanel, product.columns - column);
        onWidest<MultiplyPanel>(static_cast<const Operands*>(&on));
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
void PackedMatrix<T>::multiply(const PanelProduct<T>& product) const {
    multiplyPanels(product, this->panels(), this->depth());
}

template class PackedMatrix<float>;
template class PackedMatrix<double>;

}  // namespace orrery
