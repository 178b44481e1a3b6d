// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of an ablation: plain values.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

namespace orrery {

/// Told before it begins.
struct AblationCost {
    int passes = 0;           // over the text, from the lowest changed layer on
    std::int64_t tokens = 0;  // of the text
    double seconds = 0;       // by the time of the first one
};

struct AblationOptions {
    int random_sets = 100;
    std::int64_t most_tokens = 20'000;  // of the text
    int permutations = 199;             // of guilds
    std::uint64_t seed = 1;
    std::string corpus;  // a file or folder in place of the run's validation documents
    std::function<void(const AblationCost&)> on_cost;
    std::function<void(double fraction)> progress;
    std::function<bool()> cancelled;
};

}  // namespace orrery
