// SPDX-License-Identifier: GPL-3.0-or-later
// The memory that a run takes on the CPU, counted from its configuration. No torch.
#pragma once
#include <string>
#include <vector>

#include "core/config/config.h"

namespace orrery {

/// Bytes at the fullest moment of a run, above what the program takes by itself.
struct MemoryNeed {
    double library = 0;      // frozen experts
    double weights = 0;      // what is trained, and keys with all their copies
    double optimizer = 0;    // its state
    double activations = 0;  // that one micro-batch keeps for its backward pass
    double passing = 0;      // gradients and buffers of that moment
    double total() const { return library + weights + optimizer + activations + passing; }
};

/// Within a tenth of what a run on the CPU takes (tests/app/cli/memory_test.cpp).
MemoryNeed estimateMemory(const Config& config);

/// A change of one setting and what the run would then take.
struct MemoryAdvice {
    std::string change;  // "some.expert_dtype=bf16"
    double bytes = 0;
};
/// Changes that lower the need by a tenth or more; those that keep what is computed come first.
std::vector<MemoryAdvice> memoryAdvice(const Config& config);

}  // namespace orrery
