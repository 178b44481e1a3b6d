// SPDX-License-Identifier: GPL-3.0-or-later
// What a run's folder holds about one step, as an analysis takes it.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "core/analysis/run_analysis.h"

namespace orrery {

struct StoredAnalysisOptions {
    std::optional<std::int64_t> step;  // exactly; nullopt = the newest checkpoint
    /// The text, at most one of the three; none = the run's validation documents.
    std::string text;
    std::filesystem::path corpus;  // a file or folder
    std::filesystem::path tags;    // a CoNLL-U file: text and parts of speech
    std::int64_t most_tokens = 20'000;
    std::function<bool()> cancelled;
};

/// Routes the text by the step's checkpoint, and by the older ones for churn; adds key snapshots
/// and usage from the database. Of a step with a key snapshot alone, keys and usage. A damaged
/// checkpoint that is passed over is told of in `stand_in`. Throws Error:
/// no run; neither a checkpoint nor a snapshot of this step (naming those there are); a text that
/// can't be read; Cancelled. A pool thread, never the GUI's.
AnalysisInput readStoredAnalysis(const std::filesystem::path& run_folder,
                                 const StoredAnalysisOptions& options);

}  // namespace orrery
