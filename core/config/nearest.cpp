// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/nearest.h"

#include <algorithm>
#include <numeric>

#include "core/config/fields.h"

namespace orrery {

std::size_t editDistance(std::string_view a, std::string_view b) {
    // Optimal string alignment: two swapped letters are one mistake. Three rows are enough.
    std::vector<std::size_t> older(b.size() + 1), before(b.size() + 1), row(b.size() + 1);
    std::iota(before.begin(), before.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = before[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({before[j] + 1, row[j - 1] + 1, change});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], older[j - 2] + 1);
        }
        older.swap(before);
        before.swap(row);
    }
    return before[b.size()];
}

std::string nearestWord(std::string_view word, const std::vector<std::string>& candidates) {
    const std::size_t limit = std::max<std::size_t>(1, word.size() / 3);
    std::string best;
    std::size_t best_distance = limit + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = editDistance(word, candidate);
        if (distance < best_distance) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

std::string nearestKey(std::string_view key) {
    constexpr std::size_t longest = 64;  // no key is near to anything longer
    if (key.empty() || key.size() > longest) return {};
    const auto dot = key.rfind('.');
    const std::string_view section = dot == key.npos ? std::string_view() : key.substr(0, dot);
    const std::string_view leaf = dot == key.npos ? key : key.substr(dot + 1);
    const std::size_t limit = std::max<std::size_t>(1, leaf.size() / 3);
    std::string best;
    std::size_t best_cost = static_cast<std::size_t>(-1);
    for (const Field& field : fields()) {
        const std::size_t leaf_distance = editDistance(leaf, field.leaf());
        if (leaf_distance > limit) continue;
        // The own section wins over the same letters elsewhere; the leaf counts more than the
        // section.
        const std::size_t cost = 4 * leaf_distance + editDistance(section, field.section());
        if (cost < best_cost) {
            best = field.key;
            best_cost = cost;
        }
    }
    return best;
}

}  // namespace orrery
