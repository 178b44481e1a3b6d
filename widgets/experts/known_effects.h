// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <optional>

#include "core/runs/loss_effects.h"

namespace orrery {

/// Loss effects as a run's folder has them: read again only when their file is another.
class KnownEffects {
public:
    /// nullptr where there are none.
    const LossEffects* of(const std::filesystem::path& run_folder);

private:
    std::filesystem::path folder_;
    std::filesystem::file_time_type written_;
    std::optional<LossEffects> effects_;
};

}  // namespace orrery
