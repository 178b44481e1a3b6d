// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/panel_product.h"

#include <algorithm>
#include <cstring>

namespace orrery {
namespace {

constexpr std::int64_t kPanel = 32;

/// A product with one panel: `a` and `result` at the first rows, `result` at the panel's first
/// column wanted.
struct Operands {
    PanelProduct<float> of;
    const float* panel;  // [depth, 32], at the first column wanted
};

/// Two vectors of columns for each row: with 6 rows 12 of AVX2's 16 registers hold the sums, with
/// 12 rows 24 of AVX-512's 32.
struct Avx2 {
    using Floats = float __attribute__((vector_size(32)));
    static constexpr int rows = 6;
};
struct Avx512 {
    using Floats = float __attribute__((vector_size(64)));
    static constexpr int rows = 12;
};

/// Two vectors of a row of the result, or the first `columns` of them. Copies of a size that the
/// compiler does not know go through a buffer: sums that they touch would not stay in registers.
template <class Floats>
[[gnu::always_inline]] inline void loadRow(const float* from, std::int64_t columns,
                                           Floats (&to)[2]) {
    if (columns * sizeof(float) >= sizeof to) return void(std::memcpy(&to, from, sizeof to));
    float buffer[sizeof to / sizeof(float)] = {};
    std::memcpy(buffer, from, columns * sizeof(float));
    std::memcpy(&to, buffer, sizeof to);
}
template <class Floats>
[[gnu::always_inline]] inline void storeRow(const Floats (&from)[2], std::int64_t columns,
                                            float* to) {
    if (columns * sizeof(float) >= sizeof from) return void(std::memcpy(to, &from, sizeof from));
    float buffer[sizeof from / sizeof(float)];
    std::memcpy(buffer, &from, sizeof from);
    std::memcpy(to, buffer, columns * sizeof(float));
}

/// Rows x two vectors of the result at once.
template <class Unit, int Rows, bool Transposed>
[[gnu::always_inline]] inline void multiplyTile(const Operands& on) {
    using Floats = typename Unit::Floats;
    constexpr std::int64_t lanes = sizeof(Floats) / sizeof(float);
    Floats sums[Rows][2] = {};
    if (on.of.add)
        for (int row = 0; row < Rows; ++row)
            loadRow(on.of.result + row * on.of.stride, on.of.columns, sums[row]);
    for (std::int64_t k = 0; k < on.of.depth; ++k) {
        Floats left;
        Floats right;
        std::memcpy(&left, on.panel + k * kPanel, sizeof left);
        std::memcpy(&right, on.panel + k * kPanel + lanes, sizeof right);
        for (int row = 0; row < Rows; ++row) {
            const float value =
                Transposed ? on.of.a[k * on.of.step + row] : on.of.a[row * on.of.step + k];
            sums[row][0] += value * left;
            sums[row][1] += value * right;
        }
    }
    for (int row = 0; row < Rows; ++row)
        storeRow(sums[row], on.of.columns, on.of.result + row * on.of.stride);
}

/// As many tiles of so many rows as there are.
template <class Unit, int Rows, bool Transposed>
[[gnu::always_inline]] inline void multiplyTiles(Operands& on) {
    for (; on.of.rows >= Rows; on.of.rows -= Rows) {
        multiplyTile<Unit, Rows, Transposed>(on);
        on.of.a += Transposed ? Rows : Rows * on.of.step;
        on.of.result += Rows * on.of.stride;
    }
}

template <class Unit, bool Transposed>
[[gnu::always_inline]] inline void multiplyRows(Operands on) {
    multiplyTiles<Unit, Unit::rows, Transposed>(on);
    multiplyTiles<Unit, 4, Transposed>(on);
    multiplyTiles<Unit, 2, Transposed>(on);
    multiplyTiles<Unit, 1, Transposed>(on);
}

/// All rows of one panel.
template <class Unit>
[[gnu::always_inline]] inline void multiplyPanel(const Operands& whole) {
    constexpr std::int64_t columns = 2 * sizeof(typename Unit::Floats) / sizeof(float);
    for (std::int64_t column = 0; column < whole.of.columns; column += columns) {
        Operands on = whole;
        on.panel += column;
        on.of.result += column;
        on.of.columns = std::min(columns, whole.of.columns - column);
        if (on.of.transposed)
            multiplyRows<Unit, true>(on);
        else
            multiplyRows<Unit, false>(on);
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
            double sum = product.add ? result : 0;
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
void PackedMatrix<T>::reserve(std::int64_t depth, std::int64_t columns) {
    const std::int64_t panels = (columns + kPanel - 1) / kPanel;
    const std::int64_t size = panels * depth * kPanel;
    if (!panels_.defined() || panels_.numel() < size)
        panels_ = at::empty({size}, c10::CppTypeToScalarType<T>::value);
    depth_ = depth;
    columns_ = columns;
    if (columns % kPanel == 0) return;
    T* last = panels_.template mutable_data_ptr<T>() + (panels - 1) * depth * kPanel;
    std::fill_n(last, depth * kPanel, T(0));
}

template <class T>
void PackedMatrix<T>::pack(const T* source, std::int64_t depth, std::int64_t columns,
                           std::int64_t stride) {
    reserve(depth, columns);
    T* to = panels_.template mutable_data_ptr<T>();
    for (std::int64_t column = 0; column < columns; column += kPanel) {
        const std::int64_t width = std::min(kPanel, columns - column);
        for (std::int64_t k = 0; k < depth; ++k)
            std::copy_n(source + k * stride + column, width, to + column * depth + k * kPanel);
    }
}

template <class T>
void PackedMatrix<T>::packTransposed(const T* source, std::int64_t columns, std::int64_t depth,
                                     std::int64_t stride) {
    reserve(depth, columns);
    T* to = panels_.template mutable_data_ptr<T>();
    for (std::int64_t first = 0; first < columns; first += kPanel)
        for (std::int64_t begin = 0; begin < depth; begin += kPanel) {  // tiles that fit L1
            const std::int64_t end = std::min(depth, begin + kPanel);
            T* tile = to + first * depth;
            for (std::int64_t x = 0; x < std::min(kPanel, columns - first); ++x)
                for (std::int64_t k = begin; k < end; ++k)
                    tile[k * kPanel + x] = source[(first + x) * stride + k];
        }
}

template <class T>
void PackedMatrix<T>::multiply(const PanelProduct<T>& product) const {
    multiplyPanels(product, panels_.template const_data_ptr<T>(), depth_);
}

template class PackedMatrix<float>;
template class PackedMatrix<double>;

}  // namespace orrery
