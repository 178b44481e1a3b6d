// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/mixtures_text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/text_format.h"
#include "core/analysis/routing_measures.h"
#include "core/config/fields.h"
#include "core/files/csv.h"

namespace orrery::cli {
namespace {

std::string valueText(double value) {
    return std::isnan(value) ? "-" : fixed(value, 3);
}

double valueOf(const MeasuredStep& step, std::size_t layer, std::string_view measure) {
    if (layer >= step.layers.size()) return std::nan("");
    const auto found = step.layers[layer].find(measure);
    return found == step.layers[layer].end() ? std::nan("") : found->second;
}

std::vector<std::string> headsOf(const std::vector<MeasuredRun>& measured, const char* first) {
    std::vector<std::string> heads = {first};
    for (const MeasuredRun& run : measured)
        heads.push_back(run.folder.filename().string());
    return heads;
}

/// Rows without a value are left out.
template <typename Value>
std::string measuresTable(const std::vector<MeasuredRun>& measured, const char* first,
                          Value value) {
    std::vector<std::vector<std::string>> rows = {headsOf(measured, first)};
    for (const RoutingMeasure& measure : routingMeasures()) {
        std::vector<std::string> row = {std::string(measure.name)};
        bool known = false;
        for (const MeasuredRun& run : measured) {
            const double found = value(run.routing.steps.back(), measure.name);
            known |= !std::isnan(found);
            row.push_back(valueText(found));
        }
        if (known) rows.push_back(std::move(row));
    }
    return table(rows);
}

std::string saturationText(const MeasuredRun& run) {
    std::string text;
    for (const MeasuredStep& step : run.routing.steps)
        text += (text.empty() ? "" : ", ") + fixed(100 * step.share, 0) +
                " %: " + valueText(meanOverLayers(step, "saturation"));
    return text;
}

}  // namespace

std::string mixturesCsv(const std::vector<MeasuredRun>& measured) {
    std::string text = "run,step,share,layer,measure,value\n";
    for (const MeasuredRun& run : measured)
        for (const MeasuredStep& step : run.routing.steps)
            for (std::size_t layer = 0; layer < step.layers.size(); ++layer)
                for (const auto& [name, value] : step.layers[layer])
                    text += csvField(run.folder.filename().string()) + "," +
                            std::to_string(step.step) + "," + formatFieldValue(step.share) + "," +
                            std::to_string(layer) + "," + name + "," + formatFieldValue(value) +
                            "\n";
    return text;
}

std::string mixturesText(const std::vector<MeasuredRun>& measured,
                         const std::vector<Finding>& findings) {
    const MeasuredRouting& first = measured.front().routing;
    std::string text = "text: " + first.text + ", " + std::to_string(first.bytes) + " bytes\n";
    for (const MeasuredRun& run : measured)
        text += run.folder.filename().string() + ": " + std::to_string(run.routing.tokens) +
                " tokens, " + std::to_string(run.routing.experts) + " experts a layer, top " +
                std::to_string(run.routing.top_k) + "\n";
    text += "\n" + measuresTable(measured, "mean over layers",
                                 [](const MeasuredStep& step, std::string_view name) {
                                     return meanOverLayers(step, std::string(name));
                                 });
    std::size_t layers = 0;
    for (const MeasuredRun& run : measured)
        layers = std::max(layers, run.routing.steps.back().layers.size());
    for (std::size_t layer = 0; layer < layers; ++layer)
        text += "\n\n" + measuresTable(measured, ("layer " + std::to_string(layer)).c_str(),
                                       [layer](const MeasuredStep& step, std::string_view name) {
                                           return valueOf(step, layer, name);
                                       });
    text += "\n\nsaturation by share of training\n";
    for (const MeasuredRun& run : measured)
        text += run.folder.filename().string() + ": " + saturationText(run) + "\n";
    if (!findings.empty()) text += "\n" + verdictLine(findings);
    return text;
}

std::string mixturesJson(const std::vector<MeasuredRun>& measured,
                         const std::vector<Finding>& findings) {
    nlohmann::ordered_json json = {{"runs", nlohmann::ordered_json::array()}};
    for (const MeasuredRun& run : measured) {
        nlohmann::ordered_json steps = nlohmann::ordered_json::array();
        for (const MeasuredStep& step : run.routing.steps)
            steps.push_back({{"step", step.step}, {"share", step.share}, {"layers", step.layers}});
        json["runs"].push_back({{"folder", run.folder.string()},
                                {"text", run.routing.text},
                                {"text_hash", run.routing.text_hash},
                                {"tokens", run.routing.tokens},
                                {"experts", run.routing.experts},
                                {"top_k", run.routing.top_k},
                                {"steps", std::move(steps)}});
    }
    for (const Finding& finding : findings)
        json["verdict"].push_back({{"outcome", finding.outcome},
                                   {"text", finding.text},
                                   {"difference", finding.value},
                                   {"p_value", finding.p_value}});
    if (!findings.empty()) json["verdict_line"] = verdictLine(findings);
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace orrery::cli
