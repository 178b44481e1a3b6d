// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "core/runs/run_source.h"

namespace orrery {

/// What a stored run has told so far.
struct RunHistory {
    std::vector<Scalars> scalars;              // in order
    std::map<int, std::vector<double>> usage;  // layer -> selections of each expert, summed
    std::map<int, ExpertTokens> tokens;        // layer -> of the last evaluation
    std::vector<SettingChanged> settings;      // in the order of writing
};

/// Polls the run to its end and keeps what is of a step up to `last`. Throws Error for a damaged
/// database.
RunHistory readHistory(RunSource& run,
                       std::int64_t last = std::numeric_limits<std::int64_t>::max());

}  // namespace orrery
