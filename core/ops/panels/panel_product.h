// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products of one thread with a matrix that serves many rows, as an expert's weights do.
// Each element of the result is summed over the depth in ascending order, so that a row's result
// does not depend on which rows stand beside it.
#pragma once
#include <cstdint>

#include "core/ops/panels/packed_panels.h"

namespace orrery {

/// result [rows, columns] = a [rows, depth] * B[0 .. depth, 0 .. columns], or added to what is
/// there, or to one row.
template <class T>
struct PanelProduct {
    const T* a = nullptr;
    std::int64_t step = 0;    // distance of a's rows, or of its columns when it is
    bool transposed = false;  // stored as [depth, rows]
    std::int64_t rows = 0;
    std::int64_t depth = 0;    // at most the packed matrix's
    std::int64_t columns = 0;  // at most the packed matrix's
    T* result = nullptr;
    std::int64_t stride = 0;  // distance of the result's rows
    bool add = false;
    const T* start = nullptr;  // [columns], what each row of the result starts from; not with add
};

/// A packed matrix that products read in order. S of its packing is T, or std::uint16_t for the
/// bits of bfloat16 (float alone). One thread at a time.
template <class T>  // float, double
class PackedMatrix : public PackedPanels<T, 1> {
public:
    /// result [rows, columns] = a [rows, depth] * B, both row-major and contiguous.
    void multiply(const T* a, std::int64_t rows, T* result) const {
        const std::int64_t depth = this->depth(), columns = this->columns();
        multiply({a, depth, false, rows, depth, columns, result, columns, false});
    }
    void multiply(const PanelProduct<T>& product) const;
};

extern template class PackedMatrix<float>;
extern template class PackedMatrix<double>;

}  // namespace orrery
