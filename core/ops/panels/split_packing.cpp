// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/panels/split_packing.h"

#if defined(__x86_64__)
#include "core/ops/panels/split_blocks.h"

namespace orrery {

void splitRows(const float* source, std::int64_t rows, std::int64_t depth, std::int64_t stride,
               std::uint32_t* left) {
    const FlushTiny scope;
    leftFromRows<kSplitParts>(source, rows, depth, stride, left);
}
void splitColumns(const float* source, std::int64_t rows, std::int64_t depth, std::int64_t stride,
                  std::uint32_t* left) {
    const FlushTiny scope;
    leftFromColumns<kSplitParts>(source, rows, depth, stride, left);
}
void packPanels(const float* source, std::int64_t depth, std::int64_t columns, std::int64_t stride,
                SplitBlockShare* panels) {
    const FlushTiny scope;
    packBlockRows<kSplitParts>(source, depth, columns, stride, panels->pairs);
}
void packPanels(const std::uint16_t* source, std::int64_t depth, std::int64_t columns,
                std::int64_t stride, SplitBlockShare* panels) {
    const FlushTiny scope;
    packBlockRows<kSplitParts>(source, depth, columns, stride, panels->pairs);
}
void packTransposedPanels(const float* source, std::int64_t columns, std::int64_t depth,
                          std::int64_t stride, SplitBlockShare* panels) {
    const FlushTiny scope;
    packBlockColumns<kSplitParts>(source, columns, depth, stride, panels->pairs);
}
void packTransposedPanels(const std::uint16_t* source, std::int64_t columns, std::int64_t depth,
                          std::int64_t stride, SplitBlockShare* panels) {
    const FlushTiny scope;
    packBlockColumns<kSplitParts>(source, columns, depth, stride, panels->pairs);
}

}  // namespace orrery
#else
namespace orrery {
// Never called: hasSplitProducts() is false.
void splitRows(const float*, std::int64_t, std::int64_t, std::int64_t, std::uint32_t*) {}
void splitColumns(const float*, std::int64_t, std::int64_t, std::int64_t, std::uint32_t*) {}
void packPanels(const float*, std::int64_t, std::int64_t, std::int64_t, SplitBlockShare*) {}
void packPanels(const std::uint16_t*, std::int64_t, std::int64_t, std::int64_t, SplitBlockShare*) {}
void packTransposedPanels(const float*, std::int64_t, std::int64_t, std::int64_t,
                          SplitBlockShare*) {}
void packTransposedPanels(const std::uint16_t*, std::int64_t, std::int64_t, std::int64_t,
                          SplitBlockShare*) {}
}  // namespace orrery
#endif
