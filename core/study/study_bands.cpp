// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_bands.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <sstream>

#include "core/error.h"
#include "core/files/csv.h"
#include "core/files/regular_file.h"
#include "core/runs/run_comparison.h"
#include "core/study/study_pictures.h"
#include "core/study/trial_files.h"

namespace orrery {
namespace {

constexpr std::uint64_t kMostStream = 1'000'000'000;  // bytes of a trial's stream.csv

}  // namespace

std::vector<CellTrials> cellsWithCurves(const StudyTable& table,
                                        const std::vector<TrialRecord>& trials) {
    std::map<std::vector<std::string>, std::map<std::int64_t, const TrialRecord*>> known;
    for (const TrialRecord& trial : trials)  // a double of a seed is no second one
        if (trial.state == TrialState::done || trial.state == TrialState::running)
            known[trial.labels].emplace(trial.seed, &trial);
    std::vector<CellTrials> cells;
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
        const auto seeds = known.find(table.cells[i].labels);
        if (seeds == known.end()) continue;
        cells.push_back({i, {}});
        for (const auto& [seed, trial] : seeds->second)
            cells.back().trials.push_back(trial);
    }
    const double sign = table.study.objectives[0].better == "higher" ? -1 : 1;
    std::ranges::stable_sort(cells, {}, [&](const CellTrials& entry) {
        const StudyCell& cell = table.cells[entry.cell];
        const double mean = sign * cell.spread(0).mean;
        return cell.running > 0      ? -std::numeric_limits<double>::infinity()
               : std::isfinite(mean) ? mean
                                     : std::numeric_limits<double>::infinity();
    });
    return cells;
}

StudyBand bandOf(const std::string& name, const ValuesByX& values) {
    StudyBand band{name, {}, {}, {}, {}};
    for (const auto& [x, seen] : values) {
        band.x.push_back(static_cast<double>(x));
        band.mean.push_back(spreadOf(seen).mean);
        band.low.push_back(std::ranges::min(seen));
        band.high.push_back(std::ranges::max(seen));
    }
    return band;
}

std::vector<StudyBand> lossBands(const StudyTable& table, const std::vector<TrialRecord>& trials,
                                 const std::filesystem::path& study_folder) {
    std::vector<StudyBand> bands;
    std::vector<CellTrials> cells = cellsWithCurves(table, trials);
    if (cells.size() > kCellsWithCurves) cells.resize(kCellsWithCurves);
    for (const CellTrials& entry : cells) {
        ValuesByX losses;
        for (const TrialRecord* trial : entry.trials) {
            try {
                const RunCurve curve =
                    readCurve(runOfTrial(study_folder, table.study, *trial), "train/loss");
                for (std::size_t i = 0; i < curve.steps.size(); ++i)
                    if (std::isfinite(curve.values[i]))
                        losses[static_cast<std::int64_t>(curve.steps[i])].push_back(
                            curve.values[i]);
            } catch (const Error&) {
                continue;  // not yet written, or removed since
            }
        }
        if (!losses.empty())
            bands.push_back(bandOf(cellName(table, table.cells[entry.cell]), losses));
    }
    return bands;
}

StreamLosses readStream(const std::filesystem::path& study_folder, std::int64_t trial) {
    Trial named;
    named.number = trial;
    std::istringstream file(
        readRegularFileIfThere(trialFolder(study_folder, named.name()).streamFile(), kMostStream)
            .value_or(""));
    StreamLosses losses;
    std::string line;
    std::getline(file, line);  // its head
    for (std::string keys, tokens, domain, loss; std::getline(file, keys, ',');) {
        std::getline(file, tokens, ',');
        std::getline(file, domain, ',');
        std::getline(file, loss);
        losses[keys][std::strtoll(tokens.c_str(), nullptr, 10)] =
            std::strtod(loss.c_str(), nullptr);
    }
    return losses;
}

std::vector<StudyBand> streamBands(const std::vector<StreamLosses>& trials) {
    std::map<std::string, ValuesByX> kinds;
    for (const StreamLosses& trial : trials)
        for (const auto& [keys, losses] : trial)
            for (const auto& [tokens, loss] : losses)
                kinds[keys][tokens].push_back(loss);
    std::vector<StudyBand> bands;
    for (const auto& [keys, losses] : kinds)
        bands.push_back(bandOf(keys, losses));
    return bands;
}

std::string bandsCsv(const std::string& head, const std::vector<StudyBand>& bands) {
    std::string csv = head + ",mean,low,high\n";
    for (const StudyBand& band : bands)
        for (std::size_t i = 0; i < band.x.size(); ++i)
            csv += csvField(band.name) + "," +
                   std::to_string(static_cast<std::int64_t>(band.x[i])) + "," +
                   withDecimals(band.mean[i], 6) + "," + withDecimals(band.low[i], 6) + "," +
                   withDecimals(band.high[i], 6) + "\n";
    return csv;
}

}  // namespace orrery
