// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/steered_settings.h"

#include <algorithm>

namespace orrery {

std::string SteeredSetting::text() const {
    std::string text = first;
    for (const SteeredValue& change : changes)
        text += (&change == &changes.front() ? " -> " : ", -> ") + change.value + " at step " +
                std::to_string(change.step);
    return text;
}

const std::string& SteeredSetting::at(std::int64_t step) const {
    const std::string* value = &first;
    for (const SteeredValue& change : changes)
        if (change.step < step) value = &change.value;
    return *value;
}

std::vector<SettingChanged> settingsInForce(const std::vector<SettingChanged>& changes) {
    std::vector<SettingChanged> settings;
    for (const SettingChanged& change : changes) {
        // Who resumed at an earlier step and chose anew did not repeat what the ended process had
        // chosen.
        std::erase_if(settings, [&](const SettingChanged& earlier) {
            return earlier.key == change.key && earlier.step >= change.step;
        });
        settings.push_back(change);
    }
    std::ranges::stable_sort(settings, {}, &SettingChanged::step);
    return settings;
}

std::vector<SteeredSetting> steeredSettings(
    const std::vector<SettingChanged>& changes,
    const std::function<std::string(const std::string& key)>& configured) {
    std::vector<SteeredSetting> settings;
    for (const SettingChanged& change : changes) {
        auto found = std::ranges::find(settings, change.key, &SteeredSetting::key);
        if (found == settings.end()) {
            settings.push_back({change.key,
                                change.previous.empty() ? configured(change.key) : change.previous,
                                {}});
            found = std::prev(settings.end());
        }
        const std::string& before =
            found->changes.empty() ? found->first : found->changes.back().value;
        if (change.value != before) found->changes.push_back({change.step, change.value});
    }
    std::erase_if(settings, [](const SteeredSetting& setting) { return setting.changes.empty(); });
    return settings;
}

const SteeredSetting* findSteered(const std::vector<SteeredSetting>& settings,
                                  std::string_view key) {
    const auto found = std::ranges::find(settings, key, &SteeredSetting::key);
    return found == settings.end() ? nullptr : &*found;
}

std::string steeredLines(const std::vector<SteeredSetting>& settings) {
    std::string lines;
    for (const SteeredSetting& setting : settings)
        lines += (lines.empty() ? "" : "\n") + setting.key + ": " + setting.text();
    return lines;
}

}  // namespace orrery
