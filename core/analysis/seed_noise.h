// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a difference between two configurations is more than the seeds' doing.
#pragma once
#include <cstdint>
#include <limits>
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
    double p_value = 1;   // two-sided, of no difference
    double narrow_margin = std::numeric_limits<double>::quiet_NaN();  // half the 90 % interval

    /// Both one-sided tests at 5 % say that the difference is smaller than `interest` (Schuirmann
    /// 1987): the 90 % interval lies between its ends.
    bool equalWithin(double interest) const;
};

/// `values` minus `reference`, seed by seed: both ran with the same seeds, batches and texts, so
/// that what a seed does to both falls out. The interval is Student's, mean ± t(0.975, n - 1) · s /
/// √n with s the deviation of the differences. `seeds` are those of the pairs; doubles of a seed
/// are the caller's to leave out. All of one length, at least one. Any thread.
SeedDifference compareSeeds(std::span<const double> values, std::span<const double> reference,
                            std::span<const std::int64_t> seeds);

/// The same where pairs lie in blocks (cells of a study), each of which may have a level and an
/// effect of its own, and a seed may do the same in all of them: pairs of different blocks are not
/// independent, seeds are. Of each seed that every block has, the mean over blocks is one value of
/// Student's interval; the mean is that of the blocks' means. With one block it is compareSeeds().
SeedDifference compareBlocks(std::span<const double> values, std::span<const double> reference,
                             std::span<const std::int64_t> seeds,
                             std::span<const std::size_t> blocks);

/// Student's t at 0.975 for so many degrees of freedom (1 or more).
double studentT(int freedom);

}  // namespace orrery
