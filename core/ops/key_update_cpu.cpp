// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <vector>

#include "core/ops/experts/expert_order.h"
#include "core/ops/index_tensor.h"
#include "core/ops/key_update.h"
#include "core/ops/parallel.h"
#include "core/ops/simd.h"

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

/// Rows of `width` floats by their numbers.
struct GatheredRows {
    const float* from;
    std::int64_t width;
    const std::int64_t* order;
    std::int64_t count;
};

/// to = the sum of rows, added in order.
struct SumRows {
    template <class Lanes>
    [[gnu::always_inline]] static void run(const GatheredRows* rows, float* to) {
        constexpr std::int64_t kVectors = 8, kWide = kVectors * Lanes::count, kAhead = 4;
        const std::int64_t whole = rows->width / kWide * kWide;
        for (std::int64_t d = 0; d < whole; d += kWide) {
            typename Lanes::Floats sums[kVectors] = {}, own;
            for (std::int64_t i = 0; i < rows->count; ++i) {
                const float* ahead =
                    rows->from + rows->order[std::min(i + kAhead, rows->count - 1)] * rows->width;
                const float* row = rows->from + rows->order[i] * rows->width + d;
                for (std::int64_t v = 0; v < kVectors; ++v) {
                    __builtin_prefetch(ahead + d + v * Lanes::count);
                    load(row + v * Lanes::count, Lanes::count, own);
                    sums[v] += own;
                }
            }
            for (std::int64_t v = 0; v < kVectors; ++v)
                store(sums[v], Lanes::count, to + d + v * Lanes::count);
        }
        for (std::int64_t i = 0; i < rows->count; ++i)
            for (std::int64_t d = whole; d < rows->width; ++d)
                to[d] += rows->from[rows->order[i] * rows->width + d];
    }
};

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
            const std::int64_t begin = sorted.offsets[expert];
            const GatheredRows rows{from, width, sorted.order.data() + begin,
                                    sorted.offsets[expert + 1] - begin};
            onWidest<SumRows>(&rows, to + expert * width);
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
