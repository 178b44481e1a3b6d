// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/loss_effects.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/runs/run_folder.h"

namespace orrery {
namespace {

constexpr int kEffectsFormat = 1;
constexpr std::uint64_t kMostEffectsBytes = 64'000'000;

LossEffects effectsFrom(const nlohmann::json& json) {
    LossEffects read{
        json.at("step").get<std::int64_t>(), json.at("tokens").get<std::int64_t>(), {}};
    for (const auto& each : json.at("effects"))
        read.effects.push_back(
            {each.at(0).get<int>(), each.at(1).get<int>(), each.at(2).get<double>()});
    return read;
}

}  // namespace

std::filesystem::path lossEffectsFile(const std::filesystem::path& run_folder) {
    return RunFolder{run_folder}.viewsFolder() / "loss_effects.json";
}

void storeLossEffects(const std::filesystem::path& run_folder, LossEffects found) {
    requireFolderIfThere(RunFolder{run_folder}.viewsFolder());
    std::map<std::pair<int, int>, double> changes;
    const auto take = [&](const std::vector<LossEffect>& effects) {
        for (const LossEffect& each : effects)
            if (std::isfinite(each.change)) changes[{each.layer, each.expert}] = each.change;
    };
    const auto known = storedLossEffects(run_folder);
    if (known && known->step == found.step && known->tokens == found.tokens) take(known->effects);
    take(found.effects);
    auto effects = nlohmann::json::array();
    for (const auto& [place, change] : changes)
        effects.push_back({place.first, place.second, change});
    const nlohmann::ordered_json json = {{"format", kEffectsFormat},
                                         {"step", found.step},
                                         {"tokens", found.tokens},
                                         {"effects", std::move(effects)}};
    writeFileAtomically(lossEffectsFile(run_folder), json.dump() + "\n", Links::refused);
}

std::optional<LossEffects> storedLossEffects(const std::filesystem::path& run_folder) {
    try {
        const auto text = readRegularFileIfThere(lossEffectsFile(run_folder), kMostEffectsBytes);
        if (!text) return std::nullopt;
        const auto json = nlohmann::json::parse(*text);
        if (json.at("format").get<int>() != kEffectsFormat) return std::nullopt;
        return effectsFrom(json);
    } catch (const Error&) {
        return std::nullopt;  // as if there were none: they can be found again
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

}  // namespace orrery
