// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/study_tables.h"

#include <algorithm>

#include "core/files/atomic_file.h"
#include "core/study/key_clouds.h"
#include "core/study/study_bands.h"
#include "core/study/study_pictures.h"

namespace orrery::cli {
namespace {

std::vector<StudyBand> streamsOf(const std::vector<TrialRecord>& trials,
                                 const std::filesystem::path& folder) {
    std::vector<StreamLosses> streams;
    for (const TrialRecord& trial : trials)
        if (trial.state == TrialState::done) streams.push_back(readStream(folder, trial.number));
    return streamBands(streams);
}

}  // namespace

void writeStudyTables(const StudyTable& table, const std::vector<TrialRecord>& trials,
                      const std::filesystem::path& folder) {
    const auto save = [&](const std::string& name, const std::string& csv) {
        writeFileAtomically(folder / (name + ".csv"), csv, Links::refused);
    };
    save("trials", trialsCsv(table, trials));
    if (const std::string layers = layersCsv(table, trials); std::ranges::count(layers, '\n') > 1)
        save("layers", layers);
    for (std::size_t i = 0; i < table.study.objectives.size(); ++i)
        for (const StudyMap& map : studyMaps(table, i))
            save(studyMapFile(table, i, map), studyMapCsv(table, i, map));
    for (std::size_t x = 1; x < table.study.objectives.size(); ++x)
        if (const StudyXy xy = studyXy(table, x, 0); !xy.series.empty())
            save(studyXyFile(table, x), studyXyCsv(xy));
    const std::vector<StudyBand> losses = lossBands(table, trials, folder);
    if (!losses.empty()) save("curves", bandsCsv("cell,step", losses));
    if (table.study.stream.empty()) return;
    const std::vector<StudyBand> streams = streamsOf(trials, folder);
    if (!streams.empty()) save("stream", bandsCsv("keys,tokens", streams));
}

void writeKeysTable(const StudyTable& table, const std::filesystem::path& folder) {
    const KeyClouds keys = KeyCloudReader().read(table, folder);
    if (!keys.clouds.empty())
        writeFileAtomically(folder / "keys.csv", keyCloudsCsv(keys), Links::refused);
}

}  // namespace orrery::cli
