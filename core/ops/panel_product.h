// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products of one thread with a matrix that serves many rows, as an expert's weights do.
// Each element of the result is summed over the depth in ascending order, so that a row's result
// does not depend on which rows stand beside it.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>

namespace orrery {

/// B [depth, columns], copied into panels of 32 columns that a product reads in order. One thread
/// at a time; pack() may be called again with other sizes.
template <class T>  // float, double
class PackedMatrix {
public:
    /// Row-major source [depth, columns].
    void pack(const T* source, std::int64_t depth, std::int64_t columns);
    /// Row-major source [columns, depth], read as its transpose.
    void packTransposed(const T* source, std::int64_t columns, std::int64_t depth);
    /// result [rows, columns] = a [rows, depth] * B, both row-major and contiguous.
    void multiply(const T* a, std::int64_t rows, T* result) const;

private:
    void reserve(std::int64_t depth, std::int64_t columns);

    at::Tensor panels_;  // [ceil(columns / 32), depth, 32], columns past the end are zero
    std::int64_t depth_ = 0;
    std::int64_t columns_ = 0;
};

extern template class PackedMatrix<float>;
extern template class PackedMatrix<double>;

}  // namespace orrery
