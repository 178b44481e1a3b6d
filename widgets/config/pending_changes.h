// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/config/config.h"

namespace orrery {

/// What a configuration has otherwise than the run that trains, in the order of the table.
struct PendingChanges {
    std::vector<std::string> live;   // may be applied while it trains
    std::vector<std::string> fixed;  // take effect in a new run alone
    bool operator==(const PendingChanges&) const = default;
};

/// `folder` anchors a relative corpus of `edited`: the run's own path of it is absolute.
PendingChanges pendingChanges(const Config& running, const Config& edited,
                              const std::filesystem::path& folder);

}  // namespace orrery
