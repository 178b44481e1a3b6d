// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/figures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "app/cli/svg.h"
#include "app/cli/text_format.h"
#include "core/config/fields.h"
#include "core/runs/run_source.h"
#include "core/runs/safetensors.h"

namespace orrery::cli {
namespace {

struct History {
    std::vector<Scalars> scalars;
    std::map<int, std::vector<double>> usage;  // layer -> selections of each expert, summed
};

History readHistory(const std::filesystem::path& run_folder) {
    const auto run = openStoredRun(run_folder);
    History history;
    for (auto events = run->poll(); !events.empty(); events = run->poll())
        for (const Event& event : events) {
            if (const auto* scalars = std::get_if<Scalars>(&event))
                history.scalars.push_back(*scalars);
            if (const auto* usage = std::get_if<Usage>(&event)) {
                auto& sum = history.usage[usage->layer];
                sum.resize(std::max(sum.size(), usage->counts.size()));
                for (std::size_t e = 0; e < usage->counts.size(); ++e)
                    sum[e] += usage->counts[e];
            }
        }
    return history;
}

std::vector<Point> curve(const History& history, const std::string& name) {
    std::vector<Point> points;
    for (const Scalars& scalars : history.scalars)
        for (const auto& [key, value] : scalars.values)
            if (key == name && std::isfinite(value))
                points.push_back({static_cast<double>(scalars.step), value});
    return points;
}

std::string scalarsCsv(const History& history) {
    std::string text = "step,name,value\n";
    for (const Scalars& scalars : history.scalars)
        for (const auto& [name, value] : scalars.values)
            text +=
                std::to_string(scalars.step) + "," + name + "," + formatFieldValue(value) + "\n";
    return text;
}

std::string usageCsv(const History& history) {
    std::string text = "layer,expert,selections\n";
    for (const auto& [layer, counts] : history.usage)
        for (std::size_t e = 0; e < counts.size(); ++e)
            text +=
                std::to_string(layer) + "," + std::to_string(e) + "," + fixed(counts[e], 0) + "\n";
    return text;
}

std::string lossPicture(const History& history) {
    return curvesSvg("Loss over real tokens", "step",
                     {{"training", "#9aa7b5", 1, curve(history, "train/loss")},
                      {"validation", "#0b6e99", 2, curve(history, "val/loss")}});
}

std::string usagePicture(const History& history) {
    std::vector<Bars> layers;
    for (const auto& [layer, counts] : history.usage) {
        Bars bars{"layer " + std::to_string(layer), counts};
        std::ranges::sort(bars.values, std::greater<>());
        layers.push_back(std::move(bars));
    }
    return barsSvg("Selections of each expert, most used first (log scale; red: never used)",
                   layers);
}

}  // namespace

void writeFigures(const std::filesystem::path& run_folder) {
    const History history = readHistory(run_folder);
    const auto folder = run_folder / "figures";
    writeFileAtomically(folder / "loss.svg", lossPicture(history));
    writeFileAtomically(folder / "usage.svg", usagePicture(history));
    writeFileAtomically(folder / "scalars.csv", scalarsCsv(history));
    writeFileAtomically(folder / "usage.csv", usageCsv(history));
}

}  // namespace orrery::cli
