// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/live_settings.h"

#include "core/config/fields.h"
#include "core/config/yaml.h"
#include "core/error.h"

namespace orrery {
namespace {

const Field& fieldOf(const std::string& key) {
    const Field* field = findField(key);
    if (field != nullptr) return *field;
    const std::string near = nearestKey(key);
    throw Error("Unknown setting " + key + (near.empty() ? "." : "; did you mean " + near + "?"));
}

}  // namespace

Config withLiveSetting(const Config& config, const std::string& key, const std::string& value) {
    const Field& field = fieldOf(key);
    if (!field.live) {
        throw Error(key +
                    " can't be changed during training: change it in the configuration and start a "
                    "new run.");
    }
    Config changed = config;
    field.set(changed, parseFieldValue(field, value));
    const auto faults = validate(changed);
    if (!faults.empty()) throw Error(faults.front().message);
    return changed;
}

std::string settingText(const Config& config, const std::string& key) {
    return formatFieldValue(fieldOf(key).get(config));
}

}  // namespace orrery
