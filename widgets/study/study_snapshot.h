// SPDX-License-Identifier: GPL-3.0-or-later
// A study as it is at one moment. Values; any thread.
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/study/key_clouds.h"
#include "core/study/study_bands.h"
#include "core/study/study_pictures.h"
#include "core/study/study_store.h"
#include "core/study/verdict.h"
#include "widgets/compare/compare_curves.h"

namespace orrery {

struct StudySnapshot {
    std::filesystem::path folder;  // holds study.db, or will
    std::filesystem::path file;    // of the study, as far as it is known
    bool planned = false;          // nothing of it is on the disk yet
    bool controls = false;         // of `orrery-cli controls`
    int jobs = 1;
    StudyTable table;
    std::vector<TrialRecord> trials;
    std::vector<Finding> findings;      // of the rules, or of none
    std::string verdict;                // the same as a line
    CompareCurves curves;               // of the best cells and of those in training
    std::size_t cells_with_curves = 0;  // of all
    CompareCurves stream;               // with active and with frozen keys; of a study with one
    std::optional<KeyClouds> keys;      // once they were asked for
};

/// Reads studies; remembers what it read of runs and trials that have ended. One thread at a time.
class StudyReading {
public:
    /// A study, or controls, and no keys. Throws Error: neither, or a damaged one.
    StudySnapshot read(const std::filesystem::path& folder);
    /// Projects the keys of the cells that are new since. Throws Cancelled when `cancelled` says
    /// so.
    void addKeys(StudySnapshot& snapshot, const std::function<bool()>& cancelled = {});
    /// What a study file would train, into this folder. Throws Error, ConfigError.
    static StudySnapshot plan(const std::filesystem::path& file, const std::string& scale,
                              const std::filesystem::path& folder);

private:
    void addCurves(StudySnapshot& snapshot);
    void addStream(StudySnapshot& snapshot);
    std::shared_ptr<const RunCurve> curveOf(const StudySnapshot& snapshot,
                                            const TrialRecord& trial);

    std::map<std::filesystem::path, std::shared_ptr<const RunCurve>> ended_;
    std::map<std::int64_t, StreamLosses> streams_;  // by trial
    KeyCloudReader keys_;
};

}  // namespace orrery
