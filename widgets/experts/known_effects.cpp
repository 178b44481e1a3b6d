// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/experts/known_effects.h"

#include <utility>

namespace orrery {

const LossEffects* KnownEffects::of(const std::filesystem::path& run_folder) {
    std::error_code none;
    const auto written = run_folder.empty()
                             ? std::filesystem::file_time_type::min()
                             : std::filesystem::last_write_time(lossEffectsFile(run_folder), none);
    const bool same_folder = std::exchange(folder_, run_folder) == run_folder;
    if (std::exchange(written_, written) != written || !same_folder)
        effects_ = run_folder.empty() || none ? std::nullopt : storedLossEffects(run_folder);
    return effects_ ? &*effects_ : nullptr;
}

}  // namespace orrery
