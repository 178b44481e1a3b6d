// SPDX-License-Identifier: GPL-3.0-or-later
// Live settings that were changed while a run trained: what it was trained with, step by step.
// Values; any thread.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/events/events.h"

namespace orrery {

/// A value of a setting, in force from the step after `step` on.
struct SteeredValue {
    std::int64_t step = 0;
    std::string value;  // as YAML writes it
};

/// A setting that had more than one value. Values that repeat the one before are left out.
struct SteeredSetting {
    std::string key;                    // "keys.alpha"
    std::string first;                  // at step 0
    std::vector<SteeredValue> changes;  // by step; never empty

    /// "0.01 -> 0.05 at step 215", with more changes "..., -> 0.02 at step 350".
    std::string text() const;
    /// The value that step `step` was trained with.
    const std::string& at(std::int64_t step) const;
};

/// Changes by step, without those that a resumed run replaced at an earlier step. `changes` are in
/// the order of writing.
std::vector<SettingChanged> settingsInForce(const std::vector<SettingChanged>& changes);
/// In the order of each key's first change. `changes` are as settingsInForce() gives them,
/// `configured` tells what the run's configuration has for a key: its first value where the change
/// does not tell the one before it.
std::vector<SteeredSetting> steeredSettings(
    const std::vector<SettingChanged>& changes,
    const std::function<std::string(const std::string& key)>& configured);
/// nullptr where the key was not steered.
const SteeredSetting* findSteered(const std::vector<SteeredSetting>& settings,
                                  std::string_view key);
/// "keys.alpha: 0.01 -> 0.05 at step 215" for each, a line each; empty where nothing was steered.
std::string steeredLines(const std::vector<SteeredSetting>& settings);

}  // namespace orrery
