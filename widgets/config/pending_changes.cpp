// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/pending_changes.h"

#include "core/config/fields.h"
#include "core/config/yaml.h"

namespace orrery {

PendingChanges pendingChanges(const Config& running, const Config& edited,
                              const std::filesystem::path& folder) {
    const Config whole =
        withCorpusFrom(withCorpusFrom(edited, folder), std::filesystem::current_path());
    PendingChanges pending;
    for (const auto& [key, value] : changedFields(running, whole))
        (findField(key)->live ? pending.live : pending.fixed).push_back(key);
    return pending;
}

}  // namespace orrery
