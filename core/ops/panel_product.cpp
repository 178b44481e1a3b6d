// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/panel_product.h"

#include <algorithm>
#include <cstring>

namespace orrery {
namespace {

constexpr std::int64_t kPanel = 32;

struct Operands {
    const float* a;       // first of the rows
    std::int64_t depth;   // also the distance of rows of a
    const float* panel;   // [depth, 32], at the first column wanted
    float* result;        // first of the rows, at that column
    std::int64_t stride;  // distance of rows of the result
    std::int64_t width;   // columns wanted
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

/// Rows x two vectors of the result at once.
template <class Unit, int Rows>
[[gnu::always_inline]] inline void multiplyTile(const Operands& on) {
    using Floats = typename Unit::Floats;
    constexpr std::int64_t lanes = sizeof(Floats) / sizeof(float);
    Floats sums[Rows][2] = {};
    for (std::int64_t k = 0; k < on.depth; ++k) {
        Floats left;
        Floats right;
        std::memcpy(&left, on.panel + k * kPanel, sizeof left);
        std::memcpy(&right, on.panel + k * kPanel + lanes, sizeof right);
        for (int row = 0; row < Rows; ++row) {
            const float value = on.a[row * on.depth + k];
            sums[row][0] += value * left;
            sums[row][1] += value * right;
        }
    }
    for (int row = 0; row < Rows; ++row)
        if (on.width >= 2 * lanes)
            std::memcpy(on.result + row * on.stride, sums[row], sizeof sums[row]);
        else
            std::memcpy(on.result + row * on.stride, sums[row], on.width * sizeof(float));
}

/// As many tiles of so many rows as there are.
template <class Unit, int Rows>
[[gnu::always_inline]] inline void multiplyTiles(Operands& on, std::int64_t& rows) {
    for (; rows >= Rows; rows -= Rows) {
        multiplyTile<Unit, Rows>(on);
        on.a += Rows * on.depth;
        on.result += Rows * on.stride;
    }
}

/// All rows of one panel.
template <class Unit>
[[gnu::always_inline]] inline void multiplyPanel(const Operands& panel, std::int64_t rows) {
    constexpr std::int64_t columns = 2 * sizeof(typename Unit::Floats) / sizeof(float);
    for (std::int64_t column = 0; column < panel.width; column += columns) {
        Operands on = panel;
        on.panel += column;
        on.result += column;
        on.width = std::min(columns, panel.width - column);
        std::int64_t left = rows;
        multiplyTiles<Unit, Unit::rows>(on, left);
        multiplyTiles<Unit, 4>(on, left);
        multiplyTiles<Unit, 2>(on, left);
        multiplyTiles<Unit, 1>(on, left);
    }
}

using MultiplyPanel = void (*)(const Operands&, std::int64_t rows);

#if defined(__x86_64__)
__attribute__((target("avx512f"))) void multiplyPanelAvx512(const Operands& on, std::int64_t rows) {
    multiplyPanel<Avx512>(on, rows);
}
__attribute__((target("avx2,fma"))) void multiplyPanelAvx2(const Operands& on, std::int64_t rows) {
    multiplyPanel<Avx2>(on, rows);
}
#endif
void multiplyPanelAnywhere(const Operands& on, std::int64_t rows) {
    multiplyPanel<Avx2>(on, rows);
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

void multiplyPanels(const float* a, std::int64_t rows, const float* panels, std::int64_t depth,
                    std::int64_t columns, float* result) {
    static const MultiplyPanel multiply = bestMultiplyPanel();
    for (std::int64_t column = 0; column < columns; column += kPanel)
        multiply({a, depth, panels + column * depth, result + column, columns,
                  std::min(kPanel, columns - column)},
                 rows);
}

/// The slow and obvious form, for checks in double.
void multiplyPanels(const double* a, std::int64_t rows, const double* panels, std::int64_t depth,
                    std::int64_t columns, double* result) {
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column) {
            const double* panel = panels + column / kPanel * depth * kPanel + column % kPanel;
            double sum = 0;
            for (std::int64_t k = 0; k < depth; ++k)
                sum += a[row * depth + k] * panel[k * kPanel];
            result[row * columns + column] = sum;
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
void PackedMatrix<T>::pack(const T* source, std::int64_t depth, std::int64_t columns) {
    reserve(depth, columns);
    T* to = panels_.template mutable_data_ptr<T>();
    for (std::int64_t column = 0; column < columns; column += kPanel) {
        const std::int64_t width = std::min(kPanel, columns - column);
        for (std::int64_t k = 0; k < depth; ++k)
            std::copy_n(source + k * columns + column, width, to + column * depth + k * kPanel);
    }
}

template <class T>
void PackedMatrix<T>::packTransposed(const T* source, std::int64_t columns, std::int64_t depth) {
    reserve(depth, columns);
    T* to = panels_.template mutable_data_ptr<T>();
    for (std::int64_t first = 0; first < columns; first += kPanel)
        for (std::int64_t begin = 0; begin < depth; begin += kPanel) {  // tiles that fit L1
            const std::int64_t end = std::min(depth, begin + kPanel);
            T* tile = to + first * depth;
            for (std::int64_t x = 0; x < std::min(kPanel, columns - first); ++x)
                for (std::int64_t k = begin; k < end; ++k)
                    tile[k * kPanel + x] = source[(first + x) * depth + k];
        }
}

template <class T>
void PackedMatrix<T>::multiply(const T* a, std::int64_t rows, T* result) const {
    multiplyPanels(a, rows, panels_.template const_data_ptr<T>(), depth_, columns_, result);
}

template class PackedMatrix<float>;
template class PackedMatrix<double>;

}  // namespace orrery
