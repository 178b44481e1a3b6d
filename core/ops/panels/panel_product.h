// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products of one thread with a matrix that serves many rows, as an expert's weights do.
// Each element of the result is summed over the depth in ascending order, so that a row's result
// does not depend on which rows stand beside it.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "core/ops/panels/panel_packing.h"

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

/// Columns of a part of a matrix that is packed in parts: whole panels but the last one.
struct PanelPart {
    static constexpr std::int64_t kColumns = 8 * kPanel;
    PanelPart(std::int64_t part, std::int64_t columns)
        : first(part * kColumns), count(std::min(kColumns, columns - first)) {}
    std::int64_t first, count;
};
inline std::int64_t partsOfPanels(std::int64_t columns) {
    return (columns + PanelPart::kColumns - 1) / PanelPart::kColumns;
}

/// B [depth, columns], copied into panels of 32 columns that a product reads in order. One thread
/// at a time; pack() may be called again with other sizes.
template <class T>  // float, double
class PackedMatrix {
public:
    /// Row-major source [depth, columns]; its rows are `stride` apart. S is T, or std::uint16_t for
    /// the bits of bfloat16 (float alone).
    template <class S>
    void pack(const S* source, std::int64_t depth, std::int64_t columns, std::int64_t stride) {
        packPanels(source, depth, columns, stride, reserve(depth, columns));
    }
    template <class S>
    void pack(const S* source, std::int64_t depth, std::int64_t columns) {
        pack(source, depth, columns, columns);
    }
    /// Row-major source [columns, depth], read as its transpose; its rows are `stride` apart.
    template <class S>
    void packTransposed(const S* source, std::int64_t columns, std::int64_t depth,
                        std::int64_t stride) {
        packTransposedPanels(source, columns, depth, stride, reserve(depth, columns));
    }
    template <class S>
    void packTransposed(const S* source, std::int64_t columns, std::int64_t depth) {
        packTransposed(source, columns, depth, depth);
    }
    /// The same in parts of some panels: forEach(count, part) calls part(0 .. count - 1), from any
    /// threads.
    template <class S, class ForEach>
    void packInParts(const S* source, std::int64_t depth, std::int64_t columns,
                     const ForEach& forEach) {
        T* panels = reserve(depth, columns);
        forEach(partsOfPanels(columns), [&](std::int64_t part) {
            const PanelPart own(part, columns);
            packPanels(source + own.first, depth, own.count, columns, panels + own.first * depth);
        });
    }
    template <class S, class ForEach>
    void packTransposedInParts(const S* source, std::int64_t columns, std::int64_t depth,
                               const ForEach& forEach) {
        T* panels = reserve(depth, columns);
        forEach(partsOfPanels(columns), [&](std::int64_t part) {
            const PanelPart own(part, columns);
            packTransposedPanels(source + own.first * depth, own.count, depth, depth,
                                 panels + own.first * depth);
        });
    }
    /// result [rows, columns] = a [rows, depth] * B, both row-major and contiguous.
    void multiply(const T* a, std::int64_t rows, T* result) const {
        multiply({a, depth_, false, rows, depth_, columns_, result, columns_, false});
    }
    void multiply(const PanelProduct<T>& product) const;

private:
    struct Free {
        void operator()(T* memory) const { std::free(memory); }
    };
    /// Room for such a matrix, zero where it has no columns.
    T* reserve(std::int64_t depth, std::int64_t columns);

    std::unique_ptr<T[], Free> panels_;  // [ceil(columns / 32), depth, 32]
    std::int64_t capacity_ = 0;
    std::int64_t depth_ = 0;
    std::int64_t columns_ = 0;
};

extern template class PackedMatrix<float>;
extern template class PackedMatrix<double>;

}  // namespace orrery
