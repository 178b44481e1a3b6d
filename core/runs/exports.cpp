// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/exports.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

#include "core/config/fields.h"
#include "core/error.h"
#include "core/files/csv.h"
#include "core/files/number_text.h"
#include "core/runs/run_comparison.h"
#include "core/runs/tensorboard.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

std::string shortest(float value) {
    std::array<char, 32> digits{};
    return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr};
}

/// Of all layers; empty when the run has none yet and no step was asked for.
std::vector<SharedKeys> snapshot(RunSource& run, std::optional<std::int64_t> step) {
    const auto steps = run.keySteps(0);
    if (!step && steps.empty()) return {};
    const std::int64_t wanted = step.value_or(steps.empty() ? 0 : steps.back());
    std::vector<SharedKeys> keys;
    for (int layer = 0; layer < run.info().config.model.num_layers; ++layer)
        if (SharedKeys found = run.keysAt(layer, wanted)) keys.push_back(std::move(found));
    if (!keys.empty()) return keys;
    std::string known;
    for (const std::int64_t each : steps)
        known += (known.empty() ? "" : ", ") + std::to_string(each);
    throw Error(run.info().folder.string() + " has no key snapshot of step " +
                std::to_string(wanted) + ". Snapshots: " + (known.empty() ? "none" : known) + ".");
}

/// One line a key: `row` writes what stands before the vector's components.
template <typename Row>
std::string vectorLines(const std::vector<SharedKeys>& layers, char separator, Row row) {
    std::string text;
    for (const SharedKeys& keys : layers) {
        const auto width = static_cast<std::size_t>(keys->dimensions);
        for (std::size_t e = 0; e < static_cast<std::size_t>(keys->experts); ++e) {
            std::string line = row(keys, e);
            for (std::size_t d = 0; d < width; ++d) {
                if (!line.empty()) line += separator;
                line += shortest(keys->keys[e * width + d]);
            }
            text += line + "\n";
        }
    }
    return text;
}

std::string keysCsv(const std::vector<SharedKeys>& layers) {
    std::string text = "layer,expert,usage";
    for (int d = 0; d < layers.front()->dimensions; ++d)
        text += ",k" + std::to_string(d);
    return text + "\n" + vectorLines(layers, ',', [](const SharedKeys& keys, std::size_t e) {
               return std::to_string(keys->layer) + "," + std::to_string(e) + "," +
                      shortest(keys->usage[e]);
           });
}

std::string tokensOf(const RunHistory& history, int layer, std::size_t expert) {
    const auto found = history.tokens.find(layer);
    if (found == history.tokens.end() || expert >= found->second.experts.size()) return {};
    std::string text;
    for (const auto& [piece, count] : found->second.experts[expert])
        text += (text.empty() ? "" : "|") + tsvField(piece);
    return text;
}

/// Seconds since 1970 of "2026-11-27T14:05:09+0100"; 0 for another text.
double unixTime(const std::string& iso) {
    std::tm parts{};
    const char* rest = ::strptime(iso.c_str(), "%Y-%m-%dT%H:%M:%S%z", &parts);
    if (rest == nullptr) return 0;
    const auto offset = parts.tm_gmtoff;  // timegm() takes the fields as UTC
    return static_cast<double>(::timegm(&parts) - offset);
}

std::vector<SteeredSetting> steeredOf(RunSource& run, const RunHistory& history) {
    return steeredSettings(run.info().config, settingsInForce(history.settings));
}

std::vector<std::pair<std::string, double>> settingsAt(const std::vector<SteeredSetting>& settings,
                                                       std::int64_t step) {
    std::vector<std::pair<std::string, double>> values;
    for (const SteeredSetting& setting : settings) {
        if (const auto value = parseNumber<double>(setting.at(step)))
            values.emplace_back("settings/" + setting.key, *value);
    }
    return values;
}

}  // namespace

std::string scalarsCsv(const RunHistory& history) {
    std::string text = "step,name,value\n";
    for (const Scalars& scalars : history.scalars)
        for (const auto& [name, value] : scalars.values)
            text += std::to_string(scalars.step) + "," + csvField(name) + "," +
                    formatFieldValue(value) + "\n";
    return text;
}

std::string usageCsv(const RunHistory& history) {
    std::string text = "layer,expert,selections\n";
    for (const auto& [layer, counts] : history.usage)
        for (std::size_t e = 0; e < counts.size(); ++e)
            text += std::to_string(layer) + "," + std::to_string(e) + "," +
                    std::to_string(std::llround(counts[e])) + "\n";
    return text;
}

std::string settingsCsv(const std::vector<SteeredSetting>& settings) {
    std::string text = "step,key,value\n";
    const auto add = [&text](std::int64_t step, const SteeredSetting& setting,
                             const std::string& value) {
        text += std::to_string(step) + "," + csvField(setting.key) + "," + csvField(value) + "\n";
    };
    for (const SteeredSetting& setting : settings) {
        add(0, setting, setting.first);
        for (const SteeredValue& change : setting.changes)
            add(change.step, setting, change.value);
    }
    return text;
}

std::vector<OutputFile> exportCsv(RunSource& run, const fs::path& folder,
                                  std::optional<std::int64_t> step) {
    const RunHistory history = readHistory(run);
    std::vector<OutputFile> files = {{folder / "scalars.csv", scalarsCsv(history)},
                                     {folder / "usage.csv", usageCsv(history)}};
    const std::vector<SharedKeys> keys = snapshot(run, step);
    if (!keys.empty()) files.push_back({folder / "keys.csv", keysCsv(keys)});
    const std::vector<SteeredSetting> steered = steeredOf(run, history);
    if (!steered.empty()) files.push_back({folder / "settings.csv", settingsCsv(steered)});
    return files;
}

std::vector<OutputFile> exportTensorboard(RunSource& run, const fs::path& folder) {
    const double start = unixTime(run.info().created);
    TensorboardEvents events(start);
    const RunHistory history = readHistory(run);
    const std::vector<SteeredSetting> steered = steeredOf(run, history);
    for (const Scalars& scalars : history.scalars) {
        events.add(start + scalars.time, scalars.step, scalars.values);
        const bool trained = std::ranges::any_of(
            scalars.values, [](const auto& value) { return value.first == "train/loss"; });
        if (trained && !steered.empty())
            events.add(start + scalars.time, scalars.step, settingsAt(steered, scalars.step));
    }
    const std::string name =
        "events.out.tfevents." + std::to_string(static_cast<std::int64_t>(start)) + ".orrery";
    return {{folder / name, events.bytes()}};
}

std::vector<OutputFile> exportProjector(RunSource& run, const fs::path& folder,
                                        std::optional<std::int64_t> step) {
    const std::vector<SharedKeys> layers = snapshot(run, step);
    if (layers.empty()) throw Error(run.info().folder.string() + " has no key snapshot yet.");
    const RunHistory history = readHistory(run);
    std::string metadata = "layer\texpert\tusage\ttokens\n";
    for (const SharedKeys& keys : layers)
        for (std::size_t e = 0; e < static_cast<std::size_t>(keys->experts); ++e)
            metadata += std::to_string(keys->layer) + "\t" + std::to_string(e) + "\t" +
                        shortest(keys->usage[e]) + "\t" + tokensOf(history, keys->layer, e) + "\n";
    const std::string step_text = std::to_string(layers.front()->step);
    return {
        {folder / "vectors.tsv",
         vectorLines(layers, '\t', [](const SharedKeys&, std::size_t) { return std::string(); })},
        {folder / "metadata.tsv", metadata},
        {folder / "projector_config.pbtxt",
         "embeddings {\n  tensor_name: \"keys of step " + step_text +
             "\"\n  tensor_path: \"vectors.tsv\"\n  metadata_path: \"metadata.tsv\"\n}\n"}};
}

}  // namespace orrery
