// SPDX-License-Identifier: GPL-3.0-or-later
// Every tensor operation of a training step, one after the other (`orrery-cli bench step --trace`).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/config/config.h"

namespace orrery {

struct TraceSpan {
    std::string name;        // torch's name of the operation, "orrery::..." for ours
    int thread = 0;          // 1, 2 ... in order of appearance
    double begin = 0;        // seconds since the start of the step
    double seconds = 0;      // with the operations that it calls
    double own_seconds = 0;  // without them
};

/// Trains two steps on random tokens on train.device, and gives the operations of the third in
/// order of their ends. On CUDA their times are the processor's, which shows where it waits for the
/// GPU. Throws Error for a configuration that can't be trained here. Only one call at a time in a
/// process.
std::vector<TraceSpan> traceStep(const Config& config);

/// The spans as Chrome's trace event format, which chrome://tracing and ui.perfetto.dev open.
std::string chromeTrace(const std::vector<TraceSpan>& spans);

}  // namespace orrery
