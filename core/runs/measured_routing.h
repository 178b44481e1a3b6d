// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of a run's routing of a text, as `orrery-cli mixtures` found them: kept with the run, in
// views/measured_routing.json, and read as scalars by whoever compares runs. Any thread, one at a
// time for a folder.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

struct MeasuredStep {
    std::int64_t step = 0;
    double share = 0;  // of the training, 0 .. 1
    /// [L] figures by name (core/analysis/routing_measures.h); what is not known is left out.
    std::vector<std::map<std::string, double, std::less<>>> layers;
};

struct MeasuredRouting {
    std::string text;       // what it is called, for people
    std::string text_hash;  // SHA-256: only figures of the same text may be compared
    std::int64_t bytes = 0, tokens = 0;
    bool parts_guessed = false;  // by a dictionary
    std::int64_t experts = 0, top_k = 0;
    std::vector<MeasuredStep> steps;  // ascending; the last one has all figures
};

std::filesystem::path measuredRoutingFile(const std::filesystem::path& run_folder);
/// Throws Error.
void storeMeasuredRouting(const std::filesystem::path& run_folder, const MeasuredRouting& found);
/// nullopt where there is none that can be read.
std::optional<MeasuredRouting> storedMeasuredRouting(const std::filesystem::path& run_folder);

/// Names as a run's scalars have them: "text/gini", the mean over layers, "by_layer/gini", of all
/// layers at the last step, and "layer0/text_gini".
std::vector<std::string> measuredScalars(const MeasuredRouting& measured);
/// (step, value) of one of them; empty for another name.
std::vector<std::pair<std::int64_t, double>> measuredPoints(const MeasuredRouting& measured,
                                                            const std::string& name);
/// Whether a scalar of this name is one of these.
bool isMeasuredScalar(const std::string& name);
bool isByLayer(const std::string& name);
/// (layer, value) of "by_layer/gini" at the last step.
std::vector<std::pair<std::int64_t, double>> pointsByLayer(const MeasuredRouting& measured,
                                                           const std::string& name);
/// The mean of a figure over the layers of a step; not a number where no layer has it.
double meanOverLayers(const MeasuredStep& step, const std::string& name);

}  // namespace orrery
