// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pictures/figures.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/cli/pictures/picture_files.h"
#include "app/cli/pictures/svg.h"
#include "app/cli/text_format.h"
#include "core/files/atomic_file.h"
#include "core/runs/exports.h"

namespace orrery::cli {
namespace {

std::vector<Point> curve(const RunHistory& history, const std::string& name) {
    std::vector<Point> points;
    for (const Scalars& scalars : history.scalars)
        for (const auto& [key, value] : scalars.values)
            if (key == name && std::isfinite(value))
                points.push_back({static_cast<double>(scalars.step), value});
    return points;
}

std::string lossPicture(const RunHistory& history) {
    return curvesSvg("Loss (padding excluded)", "step",
                     {{"training", "#9aa7b5", 1, curve(history, "train/loss")},
                      {"validation", "#0b6e99", 2, curve(history, "val/loss")}});
}

std::string usagePicture(const RunHistory& history) {
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
    const RunHistory history = readHistory(*openStoredRun(run_folder));
    const auto folder = run_folder / "figures";
    writePicture(folder / "loss.svg", lossPicture(history));
    writePicture(folder / "usage.svg", usagePicture(history));
    writeFileAtomically(folder / "scalars.csv", scalarsCsv(history), Links::refused);
    writeFileAtomically(folder / "usage.csv", usageCsv(history), Links::refused);
}

}  // namespace orrery::cli
