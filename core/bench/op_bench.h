// SPDX-License-Identifier: GPL-3.0-or-later
// Each operation of a step against its slow reference and against what this machine allows
// (`orrery-cli bench ops`).
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/config/config.h"

namespace orrery {

struct OpBench {
    std::string name;
    double seconds = 0;        // forward and backward of one layer, median
    double slow_seconds = 0;   // of the slow reference
    double torch_seconds = 0;  // of torch's own best way (torch_ops.h); 0 where there is no other
    double gflop = 0;          // 10^9 operations of its matrix products
    double gbytes = 0;         // 10^9 bytes that it must read and write at least
};

struct OpBenches {
    int threads = 0;
    double sgemm_gflops = 0;  // 10^9 operations a second of a large matrix product
    double copy_gbytes = 0;   // 10^9 bytes a second of a large sum of two arrays
    std::vector<OpBench> ops;

    /// The least time that arithmetic and memory allow for an operation.
    double bound(const OpBench& op) const;
};

/// With the shapes of `config` (frozen experts that are found by keys), on random numbers. Throws
/// Error for other configurations. One thread at a time.
OpBenches benchOps(const Config& config, int repeats,
                   const std::function<void(const std::string&)>& progress = {});

}  // namespace orrery
