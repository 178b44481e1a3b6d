// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a training step is, where its time goes, and against what (`orrery-cli bench step`).
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/config/config.h"
#include "core/devices/thread_plan.h"

namespace orrery {

struct StepBenchOptions {
    int repeats = 5;     // of which the median counts
    int steps = 2;       // in each repeat
    bool naive = false;  // also the straightforward way (naive_step.h), interleaved
    int beside = 0;      // also beside that many processes which compute all the time, interleaved
    bool parts = true;   // also the parts, and what surrounds a step
    std::function<void(const std::string& phase)> progress = [](const std::string&) {};
};

struct StepPart {
    std::string name;
    double seconds = 0;  // of a step, measured alone with the shapes of the step
};

struct StepBench {
    std::string device;  // "cpu" or "cuda", as train.device chose it
    std::string processor;
    std::string gpu;          // empty on the CPU
    std::string precision;    // what a run's log says of it; empty for fp32 as it was asked for
    bool cuda_graph = false;  // steps were replays of a CUDA graph
    int available_threads = 0;
    ThreadPlan plan;             // as it was chosen (train.threads: 0) or set
    std::int64_t tokens = 0;     // of a step, padding included
    double seconds = 0;          // of a step, median
    double fastest_seconds = 0;  // of the repeat that other programs disturbed least
    double flop_per_token = 0;   // of the matrix products alone
    double gflops = 0;           // reached, 10^9 a second
    double sgemm_gflops = 0;     // of one large product, measured in the same run; on CUDA in
                                 // train.precision
    int beside = 0;              // busy processes
    double beside_seconds = 0;   // of a step beside them, median; 0 = not measured
    ThreadPlan beside_plan;      // as it was chosen there
    double naive_seconds = 0;    // 0 = not measured
    double naive_fastest_seconds = 0;
    std::vector<StepPart> parts;   // what is left over is the last one, "rest"
    double data_seconds = 0;       // a batch of tokens; a run makes it ahead on a thread
    double record_seconds = 0;     // the events of a step, also on another thread
    std::int64_t base_memory = 0;  // bytes, of the process before the model was made
    std::int64_t peak_memory = 0;  // bytes, of the process so far, before the naive way ran; on
                                   // CUDA of its allocator
    double estimated_memory = 0;   // bytes between the two, counted before (memory_need.h)
    double tokensPerSecond() const { return static_cast<double>(tokens) / seconds; }
};

/// Trains on random tokens, none of them padding, on train.device. Throws Error for a configuration
/// that can't be trained here. Uses the threads of train.threads; where that is 0, those that a run
/// would choose. One thread at a time.
StepBench benchStep(const Config& config, const StepBenchOptions& options);

/// Floating-point operations of the matrix products of one token's training step: frozen experts
/// have no weight gradient, causal attention counts half its square.
double flopPerToken(const Config& config);

/// The parts of a step, each alone: attention, router, experts, head and loss, optimizer, key
/// update. Seconds a step, median of `repeats`.
std::vector<StepPart> benchParts(const Config& config, int repeats);

}  // namespace orrery
