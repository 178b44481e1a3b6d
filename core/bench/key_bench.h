// SPDX-License-Identifier: GPL-3.0-or-later
// The key update of one layer, in its two halves and token by token (`orrery-cli bench keys`).
#pragma once
#include <cstdint>

#include "core/config/config.h"

namespace orrery {

struct KeyBench {
    int threads = 0;
    double gather_seconds = 0;  // sums over tokens
    double apply_seconds = 0;   // alpha, beta, delta and the norms
    double naive_seconds = 0;   // token by token with scatters
};

/// On random queries that use the experts evenly. Throws Error without experts.
KeyBench benchKeys(const Config& config, int repeats);

}  // namespace orrery
