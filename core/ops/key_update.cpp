// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/key_update.h"

#include <torch/library.h>

#include <algorithm>
#include <tuple>

#include "core/ops/check.h"
#include "core/ops/seeded_random.h"

namespace orrery {
namespace {

using Gathered = std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor>;
using GatherSignature = Gathered(const at::Tensor&, const at::Tensor&, std::int64_t);

Gathered gatherOnCpu(const at::Tensor& queries, const at::Tensor& selected, std::int64_t experts) {
    const KeyStatistics result = gatherKeyStatisticsCpu(queries, selected, experts);
    return {result.counts, result.query_sums, result.pairs, result.pair_counts};
}

/// Of [1 + E] numbers: how many keys decayed, and which were respawned.
KeyChange keyChange(const std::int64_t* numbers, std::int64_t experts) {
    KeyChange change;
    change.decayed = numbers[0];
    for (std::int64_t expert = 0; expert < experts; ++expert)
        if (numbers[1 + expert] != 0) change.respawned_experts.push_back(expert);
    change.respawned = std::ssize(change.respawned_experts);
    return change;
}

/// Merges two ascending lists of pairs.
void addPairs(KeyStatistics& to, const KeyStatistics& other) {
    const auto* left = to.pairs.const_data_ptr<std::int64_t>();
    const auto* right = other.pairs.const_data_ptr<std::int64_t>();
    const auto* left_counts = to.pair_counts.const_data_ptr<std::int64_t>();
    const auto* right_counts = other.pair_counts.const_data_ptr<std::int64_t>();
    const std::int64_t left_size = to.pairs.numel();
    const std::int64_t right_size = other.pairs.numel();
    at::Tensor pairs = at::empty({left_size + right_size}, at::kLong);
    at::Tensor counts = at::empty({left_size + right_size}, at::kLong);
    std::int64_t size = 0;
    for (std::int64_t i = 0, j = 0; i < left_size || j < right_size; ++size) {
        const bool take_left = i < left_size && (j == right_size || left[i] <= right[j]);
        const bool take_right = j < right_size && (i == left_size || right[j] <= left[i]);
        pairs.mutable_data_ptr<std::int64_t>()[size] = take_left ? left[i] : right[j];
        counts.mutable_data_ptr<std::int64_t>()[size] =
            (take_left ? left_counts[i++] : 0) + (take_right ? right_counts[j++] : 0);
    }
    to.pairs = pairs.narrow(0, 0, size).clone();
    to.pair_counts = counts.narrow(0, 0, size).clone();
}

}  // namespace

KeyStatistics gatherKeyStatistics(const at::Tensor& queries, const at::Tensor& selected,
                                  std::int64_t experts) {
    require(selected.dim() == 2 && selected.scalar_type() == at::kLong,
            "key_update: selected must be [n, k] int64.");
    require(experts > 0, "key_update: there are no experts.");
    if (queries.defined())
        require(queries.dim() == 2 && queries.size(0) == selected.size(0) &&
                    queries.scalar_type() == at::kFloat,
                "key_update: queries must be [n, D] float32, one a row of selected.");
    at::AutoDispatchBelowADInplaceOrView below_autograd;
    static const auto op = c10::Dispatcher::singleton()
                               .findSchemaOrThrow("orrery::gather_keys", "")
                               .typed<GatherSignature>();
    const at::Tensor rows =
        queries.defined() ? queries.contiguous()
                          : at::empty({selected.size(0), 0}, selected.options().dtype(at::kFloat));
    const auto [counts, sums, pairs, pair_counts] = op.call(rows, selected.contiguous(), experts);
    const at::Tensor kept = queries.defined() ? sums : at::Tensor();
    if (pairs.dim() == 2) return {counts, kept, {}, {}, pairs, {}};
    return {
        counts.cpu(), kept.defined() ? kept.cpu() : kept, pairs.cpu(), pair_counts.cpu(), {}, {}};
}

at::Tensor drawRespawnCandidates(const at::Tensor& queries, std::int64_t count, std::uint64_t seed,
                                 const QueryShare& share) {
    const SeededRandom random(seed);
    const std::int64_t drawn = std::min(count, share.all);
    std::vector<std::int64_t> places;  // among the candidates
    std::vector<std::int64_t> rows;    // among `queries`
    for (std::int64_t i = 0; i < drawn; ++i) {
        const auto row =
            static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(i),
                                                   static_cast<std::uint64_t>(share.all))) -
            share.first;
        if (row < 0 || row >= queries.size(0)) continue;
        places.push_back(i);
        rows.push_back(row);
    }
    const auto indices = [&](const std::vector<std::int64_t>& values) {
        return at::tensor(values, at::kLong).to(queries.device());
    };
    const at::Tensor own = queries.index_select(0, indices(rows));
    if (std::ssize(places) == drawn) return own;
    return at::zeros({drawn, queries.size(1)}, queries.options())
        .index_copy_(0, indices(places), own);
}

at::Tensor drawRespawnCandidates(const at::Tensor& queries, std::int64_t count,
                                 std::uint64_t seed) {
    return drawRespawnCandidates(queries, count, seed, {0, queries.size(0)});
}

void addKeyStatistics(KeyStatistics& to, const KeyStatistics& other) {
    require(to.counts.sizes() == other.counts.sizes() &&
                to.query_sums.defined() == other.query_sums.defined(),
            "key_update: statistics of different layers can't be added.");
    to.counts = to.counts + other.counts;
    if (to.query_sums.defined()) to.query_sums = to.query_sums + other.query_sums;
    if (to.pair_table.defined())
        to.pair_table = to.pair_table + other.pair_table;
    else
        addPairs(to, other);
    if (other.respawn_candidates.defined())
        to.respawn_candidates = to.respawn_candidates.defined()
                                    ? at::cat({to.respawn_candidates, other.respawn_candidates})
                                    : other.respawn_candidates;
}

std::vector<KeyChange> synchronized(std::vector<KeyChange> changes) {
    std::vector<at::Tensor> pending;
    for (const KeyChange& change : changes)
        if (change.pending.defined()) pending.push_back(change.pending);
    if (pending.empty()) return changes;
    const at::Tensor numbers = at::stack(pending).to(at::kCPU, at::kLong);  // [layers, 1 + E]
    const auto* number = numbers.const_data_ptr<std::int64_t>();
    for (KeyChange& change : changes) {
        if (!change.pending.defined()) continue;
        change = keyChange(number, numbers.size(1) - 1);
        number += numbers.size(1);
    }
    return changes;
}

TORCH_LIBRARY_FRAGMENT(orrery, library) {
    library.def(
        "apply_keys(Tensor(a!) keys, Tensor(b!) usage, Tensor counts, Tensor sums, Tensor table,"
        " Tensor? respawn_candidates, Tensor? held, int[] rules) -> Tensor");
    library.def(
        "gather_keys(Tensor queries, Tensor selected, int experts)"
        " -> (Tensor, Tensor, Tensor, Tensor)");
}
TORCH_LIBRARY_IMPL(orrery, CPU, library) {
    library.impl("gather_keys", &gatherOnCpu);
}

}  // namespace orrery
