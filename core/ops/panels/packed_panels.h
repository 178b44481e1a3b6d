// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of a matrix in panels, and the ways into it: what products of float, double and
// bfloat16 share (panel_product.h, half_product.h).
#pragma once
#include <algorithm>
#include <cstdint>

#include "core/ops/panels/aligned_room.h"
#include "core/ops/panels/panel_packing.h"

namespace orrery {

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

/// B [depth, columns], copied into panels [ceil(columns / 32), ceil(depth / kDepth), 32] of
/// elements that hold `kDepth` values of the depth each. One thread at a time; pack() may be called
/// again with other sizes.
template <class Element, std::int64_t kDepth>
class PackedPanels {
public:
    /// Row-major source [depth, columns]; its rows are `stride` apart. S is what packPanels takes.
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
        Element* panels = reserve(depth, columns);
        forEach(partsOfPanels(columns), [&](std::int64_t part) {
            const PanelPart own(part, columns);
            packPanels(source + own.first, depth, own.count, columns,
                       panels + own.first * rowsOf(depth));
        });
    }
    template <class S, class ForEach>
    void packTransposedInParts(const S* source, std::int64_t columns, std::int64_t depth,
                               const ForEach& forEach) {
        Element* panels = reserve(depth, columns);
        forEach(partsOfPanels(columns), [&](std::int64_t part) {
            const PanelPart own(part, columns);
            packTransposedPanels(source + own.first * depth, own.count, depth, depth,
                                 panels + own.first * rowsOf(depth));
        });
    }

protected:
    static constexpr std::int64_t rowsOf(std::int64_t depth) {
        return (depth + kDepth - 1) / kDepth;
    }
    const Element* panels() const { return panels_.get(); }
    std::int64_t depth() const { return depth_; }
    std::int64_t columns() const { return columns_; }

private:
    /// Room for such a matrix, zero where it has no columns.
    Element* reserve(std::int64_t depth, std::int64_t columns) {
        const std::int64_t panels = (columns + kPanel - 1) / kPanel;
        const std::int64_t panel = rowsOf(depth) * kPanel;
        Element* room = panels_.reserve(panels * panel);  // a panel's row is whole lines
        depth_ = depth;
        columns_ = columns;
        if (columns % kPanel != 0) std::fill_n(room + (panels - 1) * panel, panel, Element{});
        return room;
    }

    AlignedRoom<Element> panels_;
    std::int64_t depth_ = 0;
    std::int64_t columns_ = 0;
};

}  // namespace orrery
