// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a difference between two configurations is more than the seeds' doing.
#pragma once
#include <cstdint>
#include <span>

namespace orrery {

struct Spread {
    double mean = 0;
    double deviation = 0;  // of the sample (n - 1); not a number for one value
};

/// values finite, at least one.
Spread spreadOf(std::span<const double> values);

struct SeedDifference {
    double mean = 0;
    double margin = 0;    // half the width of the 95 % interval; not a number where not judged
    bool judged = false;  // two different seeds or more: one tells nothing of noise
    bool within = false;  // the interval holds 0: no more than seed noise
};

/// `values` minus `reference`, seed by seed: both ran with the same seeds, batches and texts, so
/// that what a seed does to both falls out. The interval is Student's, mean ± t(0.975, n - 1) · s /
/// √n with s the deviation of the differences. `seeds` are those of the pairs; doubles of a seed
/// are the caller's to leave out. All of one length, at least one. Any thread.
SeedDifference compareSeeds(std::span<const double> values, std::span<const double> reference,
                            std::span<const std::int64_t> seeds);

/// Student's t at 0.975 for so many degrees of freedom (1 or more).
double studentT(int freedom);

}  // namespace orrery
