// SPDX-License-Identifier: GPL-3.0-or-later
// Curves of several trials as their mean and range. Values; any thread.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/study/study_store.h"
#include "core/study/study_table.h"

namespace orrery {

/// So many cells have their curves drawn.
inline constexpr std::size_t kCellsWithCurves = 8;

/// A cell whose trials have curves: of each seed one trial that is done or trains.
struct CellTrials {
    std::size_t cell = 0;  // place in the table's cells
    std::vector<const TrialRecord*> trials;
};

/// Those in training first, then by their first objective, the best first. Points into `trials`.
std::vector<CellTrials> cellsWithCurves(const StudyTable& table,
                                        const std::vector<TrialRecord>& trials);

/// Columns of equal length, x ascending.
struct StudyBand {
    std::string name;
    std::vector<double> x, mean, low, high;
};

/// Values by x, of as many trials as have one there.
using ValuesByX = std::map<std::int64_t, std::vector<double>>;
StudyBand bandOf(const std::string& name, const ValuesByX& values);

/// The training loss by step of the first kCellsWithCurves cells; runs that can't be read are left
/// out, and cells without any.
std::vector<StudyBand> lossBands(const StudyTable& table, const std::vector<TrialRecord>& trials,
                                 const std::filesystem::path& study_folder);

/// Losses of one trial's stream: "active" and "frozen" keys -> tokens read -> loss.
using StreamLosses = std::map<std::string, std::map<std::int64_t, double>>;
/// Empty where it has none. Throws Error for a file that is no regular one.
StreamLosses readStream(const std::filesystem::path& study_folder, std::int64_t trial);
/// One band for each kind of keys, over all trials.
std::vector<StudyBand> streamBands(const std::vector<StreamLosses>& trials);

/// name, x, mean, low, high; `head` names the first two columns: "cell,step".
std::string bandsCsv(const std::string& head, const std::vector<StudyBand>& bands);

}  // namespace orrery
