// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a model writes.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/config/config.h"

namespace orrery {

struct GenerateBenchOptions {
    std::vector<std::int64_t> batches = {1, 16};  // texts at once
    std::int64_t prompt_tokens = 0;               // of each; 0 = half of model.seq_len
    std::int64_t tokens = 0;                      // written behind; 0 = as many as fit seq_len
    int repeats = 3;                              // the median counts
    bool uncached = true;                         // also a forward pass a token
    std::function<void(const std::string& phase)> progress = [](const std::string&) {};
};

struct GenerateBench {
    std::int64_t batch = 1;
    std::int64_t prompt_tokens = 0, tokens = 0;  // of each text
    double prefill_seconds = 0;                  // all prompts
    double decode_seconds = 0;                   // all tokens behind them
    double uncached_seconds = 0;  // the same tokens by forward passes, from a few of them; 0 = not
                                  // measured
    double cache_bytes = 0;
    double prefillRate() const {  // tokens a second
        return static_cast<double>(batch * prompt_tokens) / prefill_seconds;
    }
    double decodeRate() const { return static_cast<double>(batch * tokens) / decode_seconds; }
    double uncachedRate() const { return static_cast<double>(batch * tokens) / uncached_seconds; }
};

/// One row a batch size, with a model of random weights on the CPU. Throws Error where prompt and
/// text are longer than model.seq_len. One thread at a time.
std::vector<GenerateBench> benchGenerate(const Config& config, const GenerateBenchOptions& options);

}  // namespace orrery
