// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/nearest_bench.h"

#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <string>

#include "core/bench/machine.h"
#include "core/config/config.h"
#include "core/model/key_store.h"
#include "core/ops/check.h"
#include "core/ops/nearest_keys.h"

namespace orrery {
namespace {

double recallOf(const at::Tensor& found, const at::Tensor& exact) {
    const at::Tensor hits = (found.unsqueeze(2) == exact.unsqueeze(1)).any(2);
    return hits.to(at::kDouble).mean().item<double>();
}

/// keys [E, D], queries [N, D]
NearestBench timeSearch(const at::Tensor& keys, const at::Tensor& queries, std::int64_t top_k,
                        int repeats) {
    const at::NoGradGuard no_gradient;
    const at::Tensor steps = drawKeyStore(keys.size(0), keys.size(1), 1, "bench.steps").keys;
    const at::Tensor moved =
        keys + SomeConfig().search_drift * keys.norm(2, {1}, /*keepdim=*/true) * steps;
    const NearestKeysOptions exact{top_k};
    NearestKeysOptions graph = exact;
    NearestBench row;
    row.experts = keys.size(0);
    row.threads = at::get_num_threads();
    std::vector<double> exact_times, build_times, graph_times;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        KeyIndex index;
        graph.index = &index;
        at::Tensor nearest, found;
        exact_times.push_back(
            secondsOf([&] { nearest = nearestKeys(queries, keys, exact).selected; }));
        build_times.push_back(secondsOf([&] { index.update(keys, {}); }));
        graph_times.push_back(
            secondsOf([&] { found = nearestKeys(queries, keys, graph).selected; }));
        row.recall = recallOf(found, nearest);
        graph.linked_keys = keys;
        row.moved_recall = recallOf(nearestKeys(queries, moved, graph).selected,
                                    nearestKeys(queries, moved, exact).selected);
        graph.linked_keys = at::Tensor();
    }
    row.exact_seconds = median(exact_times);
    row.build_seconds = median(build_times);
    row.graph_seconds = median(graph_times);
    return row;
}

/// The smallest size from which on `faster` holds; 0 when it does not hold at the largest.
template <class Faster>
std::int64_t holdsFrom(const std::vector<NearestBench>& rows, const Faster& faster) {
    std::int64_t from = 0;
    for (auto row = rows.rbegin(); row != rows.rend() && faster(*row); ++row)
        from = row->experts;
    return from;
}

}  // namespace

std::vector<NearestBench> benchNearestKeys(const NearestBenchOptions& options) {
    require(options.dimensions >= 1 && options.tokens >= 1 && options.repeats >= 1,
            "bench: dimensions, tokens and repeats must be at least 1.");
    std::vector<NearestBench> rows;
    for (const std::int64_t experts : options.experts) {
        require(options.top_k >= 1 && options.top_k <= experts,
                "bench: top_k (" + std::to_string(options.top_k) + ") is above the experts (" +
                    std::to_string(experts) + ").");
        options.progress(experts);
        rows.push_back(
            timeSearch(drawKeyStore(experts, options.dimensions, 1, "bench.keys").keys,
                       drawKeyStore(options.tokens, options.dimensions, 1, "queries").keys,
                       options.top_k, options.repeats));
    }
    return rows;
}

NearestBench benchSearch(std::vector<float> keys, std::vector<float> queries,
                         std::int64_t dimensions, std::int64_t top_k, int repeats) {
    const auto rows = [&](std::vector<float>& values) {
        return at::from_blob(values.data(), {std::ssize(values) / dimensions, dimensions},
                             at::kFloat);
    };
    return timeSearch(rows(keys), rows(queries), top_k, repeats);
}

Crossover crossover(const std::vector<NearestBench>& rows) {
    return {
        holdsFrom(rows,
                  [](const NearestBench& row) { return row.graph_seconds < row.exact_seconds; }),
        holdsFrom(rows,
                  [](const NearestBench& row) { return row.graphStep() < row.exact_seconds; })};
}

}  // namespace orrery
