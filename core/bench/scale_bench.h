// SPDX-License-Identifier: GPL-3.0-or-later
// How a training step scales with the number of processes (`orrery-cli bench scale`), and what that
// lets expect of a cluster. Holds no tensor in its header.
#pragma once
#include <cstdint>
#include <string>

#include "core/config/config.h"
#include "core/ranks/rank_place.h"

namespace orrery {

/// How ranks reach each other.
struct RankLink {
    double bytes_per_second = 0;  // one way
    double seconds = 0;           // of a message without content
};

struct ScaleBench {
    int processes = 0;
    int threads = 0;                   // of each
    bool sums_on_gpus = false;         // by NCCL, which no processor waits for
    std::int64_t tokens = 0;           // of a step
    double seconds = 0;                // of a step, median
    double communication_seconds = 0;  // of them, in which a rank waits or sends; mean of the ranks
    std::int64_t bytes = 0;            // that a rank gives in a step
    std::int64_t messages = 0;         // sums and broadcasts of a step
    RankLink link;                     // measured between these processes
    double tokensPerSecond() const { return static_cast<double>(tokens) / seconds; }
};

struct ScaleBenchOptions {
    int repeats = 5;  // of which the median counts
    int steps = 2;    // in each
    int threads = 0;  // of each process; 0 = train.threads, or its share of the cores
};

/// As one of the ranks that `place` says; the configuration is rank 0's. Trains on random tokens.
/// Returns the same on all ranks. Throws Error.
ScaleBench benchScale(const Config& config, const RankPlace& place,
                      const ScaleBenchOptions& options = {});

/// Seconds that `nodes` ranks need to sum `messages`, `bytes` in all, around a ring:
///     2 (n - 1) / n * bytes / bandwidth + 2 (n - 1) * messages * latency
double ringSeconds(int nodes, std::int64_t bytes, std::int64_t messages, const RankLink& link);
/// Seconds of a step of these processes, which share the cores that the process of `one` had alone:
/// as long as that, and what sums take over the link that was measured between them.
double predictedHere(const ScaleBench& one, const ScaleBench& several);

/// Seconds of a step on `nodes` machines, of which `one` was measured alone: its computation is
/// shared out evenly:
///     one / n + ringSeconds()
/// Leaves out: that smaller batches use a processor worse, that the slowest machine sets the pace,
/// evaluations and checkpoints, and other traffic on the network.
double predictedSeconds(double one, int nodes, std::int64_t bytes, std::int64_t messages,
                        const RankLink& link);

struct Cluster {
    int nodes = 0;
    RankLink link;
};
/// Of "nodes=8 gbit=100 us=5": gigabits a second and microseconds. Throws Error that names what is
/// wrong.
Cluster parseCluster(const std::string& text);

}  // namespace orrery
