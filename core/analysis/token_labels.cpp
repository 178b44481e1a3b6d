// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/token_labels.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace orrery {

TokenLabels mostFrequentLabels(const TokenLabels& labels, std::size_t most) {
    std::vector<std::int64_t> counts(labels.names.size(), 0);
    for (const std::int32_t label : labels.of_token)
        if (label >= 0) ++counts[static_cast<std::size_t>(label)];
    std::vector<std::size_t> order(counts.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater<>(),
                             [&](std::size_t label) { return counts[label]; });
    order.resize(std::min(order.size(), most));
    TokenLabels frequent;
    std::vector<std::int32_t> number(counts.size(), -1);
    for (const std::size_t label : order) {
        number[label] = static_cast<std::int32_t>(frequent.names.size());
        frequent.names.push_back(labels.names[label]);
    }
    for (const std::int32_t label : labels.of_token)
        frequent.of_token.push_back(label < 0 ? -1 : number[static_cast<std::size_t>(label)]);
    return frequent;
}

std::string namesServed(const std::optional<Association>& association, const TokenLabels& labels,
                        int expert) {
    constexpr std::size_t most = 5;
    if (!association) return {};
    auto cells = cellsOf(*association, expert);
    cells.resize(std::min(cells.size(), most));
    std::string text;
    for (const Association::Cell& cell : cells)
        text += (text.empty() ? "" : "|") + labels.names[static_cast<std::size_t>(cell.label)];
    return text;
}

}  // namespace orrery
