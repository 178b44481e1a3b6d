// SPDX-License-Identifier: GPL-3.0-or-later
// What a run of kind `imported` is made of.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/config/config.h"
#include "core/exchange/new_run.h"
#include "core/exchange/routers.h"
#include "core/train/text/recorded_routing.h"

namespace orrery {

/// A configuration of the routers' shape: a linear router without normalization. The rest of it
/// says nothing of the model.
Config routerConfig(const RouterShape& shape, const std::string& name,
                    std::optional<std::int64_t> vocabulary);

/// What record_routing.py wrote. Throws Error: damaged, of another model than the routers.
RecordedRouting openRecordedRouting(const std::filesystem::path& file, const RouterShape& shape);
/// Puts it into the run's folder, and its selections into the history of the step. Throws Error.
void addRecordedRouting(NewRun& run, const RecordedRouting& recorded,
                        const std::filesystem::path& file, std::int64_t step);

}  // namespace orrery
