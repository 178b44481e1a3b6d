// SPDX-License-Identifier: GPL-3.0-or-later
// The key update where kernels are launched (see grouped_ffn_device.h): statistics and keys stay on
// the device, and nothing waits for it.
#pragma once
#include <ATen/ATen.h>

#include <optional>
#include <tuple>
#include <vector>

#include "core/ops/device/key_mover.h"

namespace orrery::device_gravity {

using Four = std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor>;

/// Up to so many experts the pairs are counted in a table [E, E].
constexpr std::int64_t kMaxPairTableExperts = 4096;

/// Sums of the queries of each (rank, expert): [k, E, width], from pairs sorted by segment.
template <class Launch>
at::Tensor sumQueries(const at::Tensor& queries, const at::Tensor& order, const at::Tensor& ends,
                      const at::Tensor& counts) {
    constexpr std::int64_t kPiece = SumPiece::kPiece;
    const std::int64_t width = queries.size(1);
    const std::int64_t segments = counts.numel();
    const at::Tensor piece_ends =
        at::cumsum((counts.reshape({-1}) + (kPiece - 1)).div(kPiece, "floor"), 0);  // [S]
    const std::int64_t pieces = order.numel() / kPiece + segments;                  // at most
    at::Tensor partial = at::empty({pieces, width}, queries.options());
    at::Tensor sums = at::empty({counts.size(0), counts.size(1), width}, queries.options());
    Launch::rows(
        pieces,
        SumPiece{queries.const_data_ptr<float>(), order.const_data_ptr<std::int64_t>(),
                 ends.const_data_ptr<std::int32_t>(), piece_ends.const_data_ptr<std::int64_t>(),
                 segments, counts.size(0), width, partial.mutable_data_ptr<float>()});
    Launch::rows(segments, SumSegment{partial.const_data_ptr<float>(),
                                      piece_ends.const_data_ptr<std::int64_t>(), width,
                                      sums.mutable_data_ptr<float>()});
    return sums;
}

/// Ascending codes i * E + j (i < j) of the pairs that a token selects, and how many tokens do: for
/// more experts than a table holds. Waits for the device.
inline std::tuple<at::Tensor, at::Tensor> listPairs(const at::Tensor& selected,
                                                    std::int64_t experts) {
    std::vector<at::Tensor> codes;
    for (std::int64_t a = 0; a < selected.size(1); ++a)
        for (std::int64_t b = a + 1; b < selected.size(1); ++b) {
            const at::Tensor left = selected.select(1, a);
            const at::Tensor right = selected.select(1, b);
            codes.push_back(at::minimum(left, right) * experts + at::maximum(left, right));
        }
    const at::Tensor none = at::empty({0}, selected.options());
    if (codes.empty() || selected.size(0) == 0) return {none, none};
    const at::Tensor sorted = std::get<0>(at::cat(codes).sort());
    const auto [pairs, inverse, counts] = at::unique_consecutive(sorted, false, true);
    return {pairs, counts};
}

/// Counts [k, E], query sums [k, E, D] and the table of pairs [E, E] int32; undefined for more
/// experts than that. A token whose experts are -1 takes no part.
template <class Launch>
std::tuple<at::Tensor, at::Tensor, at::Tensor> gather(const at::Tensor& queries,
                                                      const at::Tensor& selected,
                                                      std::int64_t experts) {
    const std::int64_t top_k = selected.size(1);
    const std::int64_t segments = top_k * experts;
    const at::Tensor first = at::arange(0, segments, experts, selected.options());
    const at::Tensor codes = (selected + first)
                                 .masked_fill_(selected < 0, segments)  // behind all segments
                                 .reshape({-1})
                                 .to(segments < 32768 ? at::kShort : at::kLong);
    const auto [sorted, order] = at::sort(codes, /*stable=*/true, 0, false);
    const at::Tensor ends = at::searchsorted(sorted, at::arange(segments, codes.options()),
                                             /*out_int32=*/true, /*right=*/true);
    const at::Tensor begins = at::cat({at::zeros({1}, ends.options()), ends.slice(0, 0, -1)});
    const at::Tensor counts = (ends - begins).to(at::kLong).view({top_k, experts});
    at::Tensor table;
    if (experts <= kMaxPairTableExperts) {
        table = at::zeros({experts, experts}, ends.options());
        Launch::each(selected.size(0), CountPairs{selected.const_data_ptr<std::int64_t>(), top_k,
                                                  experts, table.mutable_data_ptr<std::int32_t>()});
    }
    return {counts, sumQueries<Launch>(queries, order, ends, counts), table};
}

/// As the operation orrery::gather_keys: counts, sums and the table, or for more experts than it
/// holds the pairs' codes and counts.
template <class Launch>
Four gatherKeys(const at::Tensor& queries, const at::Tensor& selected, std::int64_t experts) {
    const auto [counts, sums, table] = gather<Launch>(queries, selected, experts);
    if (table.defined()) return {counts, sums, table, at::Tensor()};
    const auto [pairs, pair_counts] = listPairs(selected, experts);
    return {counts, sums, pairs, pair_counts};
}

/// As the operation orrery::apply_keys: moves keys and usage in place; returns KeyChange::pending.
template <class Launch>
at::Tensor apply(at::Tensor& keys, at::Tensor& usage, const at::Tensor& counts,
                 const at::Tensor& sums, const at::Tensor& table,
                 const std::optional<at::Tensor>& candidates, const std::optional<at::Tensor>& held,
                 at::IntArrayRef packed_rules) {
    const KeyRules rules = unpackKeyRules(packed_rules);
    KeyMover<Launch> mover(keys, usage, counts, rules, held.value_or(at::Tensor()));
    const auto pull_peers = [&] { mover.pullPeers(table); };
    mover.moveAll(sums, candidates.value_or(at::Tensor()), pull_peers);
    return mover.changes();
}

}  // namespace orrery::device_gravity
