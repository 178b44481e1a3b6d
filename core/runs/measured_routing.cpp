// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/measured_routing.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/number_text.h"
#include "core/runs/run_folder.h"

namespace orrery {
namespace {

constexpr int kMeasuredFormat = 1;
constexpr std::uint64_t kMostMeasuredBytes = 64'000'000;
const std::string kOfText = "text/", kInLayer = "text_", kByLayer = "by_layer/";

MeasuredStep stepFrom(const nlohmann::json& json) {
    MeasuredStep step{json.at("step").get<std::int64_t>(), json.at("share").get<double>(), {}};
    for (const auto& layer : json.at("layers")) {
        auto& figures = step.layers.emplace_back();
        for (const auto& [name, value] : layer.items())
            figures[name] = value.get<double>();
    }
    return step;
}

MeasuredRouting measuredFrom(const nlohmann::json& json) {
    MeasuredRouting read{
        json.at("text").get<std::string>(),   json.at("text_hash").get<std::string>(),
        json.at("bytes").get<std::int64_t>(), json.at("tokens").get<std::int64_t>(),
        json.at("parts_guessed").get<bool>(), json.at("experts").get<std::int64_t>(),
        json.at("top_k").get<std::int64_t>(), {}};
    for (const auto& step : json.at("steps"))
        read.steps.push_back(stepFrom(step));
    return read;
}

/// "layer3/text_gini" -> {3, "gini"}, "text/gini" -> {-1, "gini"}
std::optional<std::pair<int, std::string>> placeOf(const std::string& name) {
    if (name.starts_with(kOfText)) return std::pair(-1, name.substr(kOfText.size()));
    const std::size_t slash = name.find('/');
    if (!name.starts_with("layer") || slash == std::string::npos ||
        name.compare(slash + 1, kInLayer.size(), kInLayer) != 0)
        return std::nullopt;
    const auto layer = parseNumber<int>(std::string_view(name).substr(5, slash - 5));
    if (!layer || *layer < 0) return std::nullopt;
    return std::pair(*layer, name.substr(slash + 1 + kInLayer.size()));
}

}  // namespace

std::filesystem::path measuredRoutingFile(const std::filesystem::path& run_folder) {
    return RunFolder{run_folder}.viewsFolder() / "measured_routing.json";
}

void storeMeasuredRouting(const std::filesystem::path& run_folder, const MeasuredRouting& found) {
    requireFolderIfThere(RunFolder{run_folder}.viewsFolder());
    auto steps = nlohmann::ordered_json::array();
    for (const MeasuredStep& step : found.steps)
        steps.push_back({{"step", step.step}, {"share", step.share}, {"layers", step.layers}});
    const nlohmann::ordered_json json = {
        {"format", kMeasuredFormat},    {"text", found.text},
        {"text_hash", found.text_hash}, {"bytes", found.bytes},
        {"tokens", found.tokens},       {"parts_guessed", found.parts_guessed},
        {"experts", found.experts},     {"top_k", found.top_k},
        {"steps", std::move(steps)}};
    writeFileAtomically(
        measuredRoutingFile(run_folder),
        json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n",
        Links::refused);
}

std::optional<MeasuredRouting> storedMeasuredRouting(const std::filesystem::path& run_folder) {
    try {
        const auto text =
            readRegularFileIfThere(measuredRoutingFile(run_folder), kMostMeasuredBytes);
        if (!text) return std::nullopt;
        const auto json = nlohmann::json::parse(*text);
        if (json.at("format").get<int>() != kMeasuredFormat) return std::nullopt;
        return measuredFrom(json);
    } catch (const Error&) {
        return std::nullopt;  // as if there were none: they can be measured again
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

double meanOverLayers(const MeasuredStep& step, const std::string& name) {
    double sum = 0;
    int known = 0;
    for (const auto& layer : step.layers) {
        const auto found = layer.find(name);
        if (found == layer.end()) continue;
        sum += found->second;
        ++known;
    }
    return known > 0 ? sum / known : std::numeric_limits<double>::quiet_NaN();
}

std::vector<std::string> measuredScalars(const MeasuredRouting& measured) {
    std::set<std::string> means, layers;
    if (!measured.steps.empty())
        for (const auto& layer : measured.steps.back().layers)
            for (const auto& [name, value] : layer)
                means.insert(kByLayer + name);
    for (const MeasuredStep& step : measured.steps)
        for (std::size_t layer = 0; layer < step.layers.size(); ++layer)
            for (const auto& [name, value] : step.layers[layer]) {
                means.insert(kOfText + name);
                layers.insert("layer" + std::to_string(layer) + "/" + kInLayer + name);
            }
    std::vector<std::string> names(means.begin(), means.end());
    names.insert(names.end(), layers.begin(), layers.end());
    return names;
}

bool isByLayer(const std::string& name) {
    return name.starts_with(kByLayer);
}

bool isMeasuredScalar(const std::string& name) {
    return isByLayer(name) || placeOf(name).has_value();
}

std::vector<std::pair<std::int64_t, double>> pointsByLayer(const MeasuredRouting& measured,
                                                           const std::string& name) {
    std::vector<std::pair<std::int64_t, double>> points;
    if (!isByLayer(name) || measured.steps.empty()) return points;
    const auto& layers = measured.steps.back().layers;
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        const auto found = layers[layer].find(name.substr(kByLayer.size()));
        if (found != layers[layer].end())
            points.emplace_back(static_cast<std::int64_t>(layer), found->second);
    }
    return points;
}

std::vector<std::pair<std::int64_t, double>> measuredPoints(const MeasuredRouting& measured,
                                                            const std::string& name) {
    const auto place = placeOf(name);
    std::vector<std::pair<std::int64_t, double>> points;
    if (!place) return points;
    for (const MeasuredStep& step : measured.steps) {
        double value = meanOverLayers(step, place->second);
        if (place->first >= 0) {
            const auto layer = static_cast<std::size_t>(place->first);
            if (layer >= step.layers.size()) continue;
            const auto found = step.layers[layer].find(place->second);
            value = found == step.layers[layer].end() ? std::nan("") : found->second;
        }
        if (std::isfinite(value)) points.emplace_back(step.step, value);
    }
    return points;
}

}  // namespace orrery
