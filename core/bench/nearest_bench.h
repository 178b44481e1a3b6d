// SPDX-License-Identifier: GPL-3.0-or-later
// From how many experts on a graph finds keys faster than all products do
// (`orrery-cli bench nearest-keys`).
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

namespace orrery {

struct NearestBenchOptions {
    std::vector<std::int64_t> experts = {64};
    std::int64_t dimensions = 128;
    std::int64_t top_k = 4;
    std::int64_t tokens = 4096;  // queries of a step and layer
    int repeats = 3;             // of which the median counts
    std::function<void(std::int64_t experts)> progress = [](std::int64_t) {};
};

/// One layer and step.
struct NearestBench {
    std::int64_t experts = 0;
    double exact_seconds = 0;  // all products, selection and gates
    double build_seconds = 0;  // of the graph, due when keys have moved far
    double graph_seconds = 0;  // search, exact scores of what was found, and gates
    double recall = 0;         // share of the exact selections that the graph found
    double moved_recall = 0;   // the same once keys have moved by a quarter of their length since
                               // it was linked (the default of some.search_drift)
    int threads = 0;           // that searched; the graph is built by one
    double graphStep() const { return build_seconds + graph_seconds; }
};
/// One row for each number of experts. Keys and queries are drawn at random, as at the start of a
/// run: no clusters help the graph. Throws Error for sizes that make no sense.
std::vector<NearestBench> benchNearestKeys(const NearestBenchOptions& options);

/// The same with the keys [E, D] and queries [N, D] of a model; top_k is at most E.
NearestBench benchSearch(std::vector<float> keys, std::vector<float> queries,
                         std::int64_t dimensions, std::int64_t top_k, int repeats = 3);

struct Crossover {
    std::int64_t search = 0;  // the fewest measured experts at which the search alone is faster
    std::int64_t step = 0;    // and at which search and build together are; 0 = never here
};
/// From there on the graph is faster at each larger size that was measured.
Crossover crossover(const std::vector<NearestBench>& rows);

}  // namespace orrery
