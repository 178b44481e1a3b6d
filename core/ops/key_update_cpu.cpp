// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <vector>

#include "core/ops/expert_order.h"
#include "core/ops/index_tensor.h"
#include "core/ops/key_update.h"
#include "core/ops/parallel.h"

namespace orrery {
namespace {

constexpr std::int64_t kDensePairs = 1
                                     << 22;  // up to 2048 experts: a table of counts, else sorting

/// Calls visit(i * E + j) with i < j for every unordered pair of a token's experts.
template <class Visit>
void forEachPair(const at::Tensor& selected, std::int64_t experts, const Visit& visit) {
    const std::int64_t top_k = selected.size(1);
    const auto* row = selected.const_data_ptr<std::int64_t>();
    for (std::int64_t t = 0; t < selected.size(0); ++t, row += top_k)
        for (std::int64_t a = 0; a < top_k; ++a)
            for (std::int64_t b = a + 1; b < top_k; ++b)
                if (row[a] != row[b])
                    visit(std::min(row[a], row[b]) * experts + std::max(row[a], row[b]));
}

void countPairsInTable(const at::Tensor& selected, std::int64_t experts, KeyStatistics& result) {
    std::vector<std::int64_t> table(static_cast<std::size_t>(experts * experts), 0);
    forEachPair(selected, experts, [&](std::int64_t pair) { ++table[pair]; });
    std::vector<std::int64_t> pairs;
    std::vector<std::int64_t> counts;
    for (std::size_t pair = 0; pair < table.size(); ++pair) {
        if (table[pair] == 0) continue;
        pairs.push_back(static_cast<std::int64_t>(pair));
        counts.push_back(table[pair]);
    }
    result.pairs = indexTensor(pairs);
    result.pair_counts = indexTensor(counts);
}

void countPairsBySorting(const at::Tensor& selected, std::int64_t experts, KeyStatistics& result) {
    std::vector<std::int64_t> all;
    forEachPair(selected, experts, [&](std::int64_t pair) { all.push_back(pair); });
    std::sort(all.begin(), all.end());
    std::vector<std::int64_t> pairs;
    std::vector<std::int64_t> counts;
    for (const std::int64_t pair : all) {
        if (pairs.empty() || pairs.back() != pair) {
            pairs.push_back(pair);
            counts.push_back(0);
        }
        ++counts.back();
    }
    result.pairs = indexTensor(pairs);
    result.pair_counts = indexTensor(counts);
}

/// Sums the queries of each (rank, expert) in the order of tokens.
void sumQueries(const at::Tensor& queries, const ExpertOrder& sorted, std::int64_t rank,
                at::Tensor& sums) {
    const std::int64_t width = queries.size(1);
    const std::int64_t experts = sums.size(1);
    const float* from = queries.const_data_ptr<float>();
    float* to = sums.mutable_data_ptr<float>() + rank * experts * width;
    forEachPiece(
        experts, [] { return 0; },
        [&](std::int64_t expert, int) {
            float* target = to + expert * width;
            for (std::int64_t i = sorted.offsets[expert]; i < sorted.offsets[expert + 1]; ++i) {
                const float* source = from + sorted.order[i] * width;
                for (std::int64_t d = 0; d < width; ++d)
                    target[d] += source[d];
            }
        });
}

}  // namespace

KeyStatistics gatherKeyStatisticsCpu(const at::Tensor& queries, const at::Tensor& selected,
                                     std::int64_t experts) {
    const std::int64_t tokens = selected.size(0);
    const std::int64_t top_k = selected.size(1);
    KeyStatistics result;
    result.counts = at::zeros({top_k, experts}, at::kLong);
    result.query_sums = at::zeros({top_k, experts, queries.size(1)}, at::kFloat);
    const auto* row = selected.const_data_ptr<std::int64_t>();
    std::vector<std::int64_t> column(static_cast<std::size_t>(tokens));
    for (std::int64_t rank = 0; rank < top_k; ++rank) {
        for (std::int64_t t = 0; t < tokens; ++t)
            column[t] = row[t * top_k + rank];
        const ExpertOrder sorted = sortByExpert(column, experts);
        auto* counts = result.counts.mutable_data_ptr<std::int64_t>() + rank * experts;
        for (std::int64_t expert = 0; expert < experts; ++expert)
            counts[expert] = sorted.offsets[expert + 1] - sorted.offsets[expert];
        if (queries.size(1) > 0) sumQueries(queries, sorted, rank, result.query_sums);
    }
    if (experts * experts <= kDensePairs)
        countPairsInTable(selected, experts, result);
    else
        countPairsBySorting(selected, experts, result);
    return result;
}

}  // namespace orrery
