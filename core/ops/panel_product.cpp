// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/panel_product.h"

#include <algorithm>
#include <cstring>

namespace orrery {
namespace {

constexpr std::int64_t kPanel = 16;
constexpr int kRows = 6;  // 6 x 16 floats fill 12 of AVX2's 16 registers
using Floats = float __attribute__((vector_size(32)));

struct Operands {
    const float* a;       // first of the rows
    std::int64_t depth;   // also the distance of rows of a
    const float* panel;   // [depth, 16]
    float* result;        // first of the rows, at the panel's first column
    std::int64_t stride;  // distance of rows of the result
    std::int64_t width;   // columns of this panel, at most 16
};

/// Rows x 16 elements of the result at once.
template <int Rows>
[[gnu::always_inline]] inline void multiplyTile(const Operands& on) {
    Floats sums[Rows][2] = {};
    for (std::int64_t k = 0; k < on.depth; ++k) {
        Floats left;
        Floats right;
        std::memcpy(&left, on.panel + k * kPanel, sizeof left);
        std::memcpy(&right, on.panel + k * kPanel + 8, sizeof right);
        for (int row = 0; row < Rows; ++row) {
            const float value = on.a[row * on.depth + k];
            sums[row][0] += value * left;
            sums[row][1] += value * right;
        }
    }
    for (int row = 0; row < Rows; ++row)
        if (on.width == kPanel)
            std::memcpy(on.result + row * on.stride, sums[row], sizeof sums[row]);
        else
            std::memcpy(on.result + row * on.stride, sums[row], on.width * sizeof(float));
}

[[gnu::always_inline]] inline void multiplyRest(const Operands& on, std::int64_t rows) {
    switch (rows) {
        case 1:
            return multiplyTile<1>(on);
        case 2:
            return multiplyTile<2>(on);
        case 3:
            return multiplyTile<3>(on);
        case 4:
            return multiplyTile<4>(on);
        case 5:
            return multiplyTile<5>(on);
        default:
            return;
    }
}

/// All rows of one panel.
[[gnu::always_inline]] inline void multiplyPanel(Operands on, std::int64_t rows) {
    for (; rows >= kRows; rows -= kRows) {
        multiplyTile<kRows>(on);
        on.a += kRows * on.depth;
        on.result += kRows * on.stride;
    }
    multiplyRest(on, rows);
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) void multiplyPanelAvx2(const Operands& on, std::int64_t rows) {
    multiplyPanel(on, rows);
}
#endif

void multiplyAnyPanel(const Operands& on, std::int64_t rows) {
#if defined(__x86_64__)
    static const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (has_avx2) return multiplyPanelAvx2(on, rows);
#endif
    multiplyPanel(on, rows);
}

void multiplyPanels(const float* a, std::int64_t rows, const float* panels, std::int64_t depth,
                    std::int64_t columns, float* result) {
    for (std::int64_t column = 0; column < columns; column += kPanel)
        multiplyAnyPanel({a, depth, panels + column * depth, result + column, columns,
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
