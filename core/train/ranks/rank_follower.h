// SPDX-License-Identifier: GPL-3.0-or-later
// A rank other than the first: it trains as rank 0 says, and writes nothing. Holds no tensor in its
// header.
#pragma once
#include <filesystem>
#include <optional>

#include "core/config/config.h"
#include "core/ranks/rank_place.h"

namespace orrery {

struct FollowOptions {
    RankPlace place;
    std::optional<Config> config;        // which rank 0 must have, too; empty = whatever it has
    std::filesystem::path token_folder;  // token caches; empty = the default
};

/// Returns when rank 0 has ended the run. Throws Error, after the other ranks were told, when this
/// rank can't go on, and when another can't.
void followRun(const FollowOptions& options);

}  // namespace orrery
