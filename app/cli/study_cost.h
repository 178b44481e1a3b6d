// SPDX-License-Identifier: GPL-3.0-or-later
// What a study will cost, before it starts.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/study/study.h"

namespace orrery::cli {

struct StudyCost {
    std::string scale;
    std::int64_t trials = 0;
    int jobs = 1;
    double steps = 0, tokens = 0;         // of all trials, padding included
    double flop = 0;                      // of the matrix products
    double memory = 0;                    // bytes, of the largest trial at a time times the jobs
    double gflops = 0;                    // 10^9 operations a second that this machine reaches
    double parameters = 0;                // of the largest trial
    std::vector<std::string> notes = {};  // where the plan has fewer points than were asked for
    double seconds() const { return flop / (1e9 * gflops); }
};

/// Trains a few steps of a slice of the first trial's model (its width, two layers, at most 16
/// experts, about 1000 tokens) to see how fast this machine is. Throws ConfigError.
StudyCost estimateCost(const Study& study, const std::string& scale, int jobs);
std::string costText(const StudyCost& cost);

}  // namespace orrery::cli
