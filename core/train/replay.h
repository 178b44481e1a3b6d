// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a recorded case of the oracle (core/README.md, section 10). Holds no tensor in its header.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/ranks/rank_place.h"

namespace orrery {

struct ReplayDifference {
    std::string name;  // tensor
    double largest =
        0;  // largest absolute difference; the number of differing entries for whole numbers
    double tolerance = 0;  // 2e-5 losses, 1e-5 keys and usage, 1e-6 balance biases and log
                           // temperatures, 1e-4 logits, 1e-3 weights, 0 selections
    bool passed = false;
};

struct ReplayResult {
    std::vector<double> losses;                 // the optimized loss of each step
    bool compared = false;                      // expected.safetensors was there
    std::vector<ReplayDifference> differences;  // in the order of names
    bool passed() const;                        // nothing to compare, or all within tolerance
};

/// Reads config.yaml, init.safetensors, batches.safetensors and, if there, expected.safetensors of
/// `folder`; trains with as many threads as the caller has set, on `device` ("cuda" only after
/// chooseDevice gave it), as one of the ranks that `place` says. Writes `losses`,
/// `eval_logits_first_batch`, `chosen_first_step` and the final state to `out` unless empty. Throws
/// Error, ConfigError.
ReplayResult replayCase(const std::filesystem::path& folder, const std::filesystem::path& out = {},
                        const std::string& device = "cpu", const RankPlace& place = {});

}  // namespace orrery
