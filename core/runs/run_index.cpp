// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_index.h"

#include <algorithm>
#include <charconv>

#include "core/error.h"
#include "core/runs/database/pending_events.h"
#include "core/runs/database/run_reader.h"
#include "core/runs/run_folder.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

double number(const std::map<std::string, std::string>& meta, const std::string& key) {
    double value = std::numeric_limits<double>::quiet_NaN();
    const auto found = meta.find(key);
    if (found == meta.end()) return value;
    const std::string& text = found->second;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::string warningOf(const RunFolder& run, const std::map<std::string, std::string>& meta) {
    std::string text = pendingText(run);
    const auto held = meta.find("log_is_held");
    if (held == meta.end() || held->second != "1") return text;
    fs::path log = run.databaseFile();
    log += "-wal";
    std::error_code error;
    const auto bytes = fs::file_size(log, error);
    if (error || bytes == 0) return text;
    return text + (text.empty() ? "" : " ") + "A program reads run.db and does not end its " +
           "transaction: run.db-wal has grown to " + std::to_string(bytes >> 20U) +
           " MB. Close that program.";
}

}  // namespace

bool looksLikeRun(const fs::path& folder) {
    std::error_code ignored;
    const RunFolder run{folder};
    return fs::is_directory(folder, ignored) &&
           (fs::exists(run.databaseFile(), ignored) || fs::exists(run.configFile(), ignored));
}

RunSummary summarizeRun(const fs::path& folder, const std::function<void(RunReader&)>& more) {
    RunSummary summary;
    summary.folder = folder;
    summary.name = folder.filename().string();
    try {
        RunReader reader(RunFolder{folder}.databaseFile());
        auto meta = reader.meta();
        for (const auto& [key, value] : pendingMeta(RunFolder{folder}, meta))
            meta[key] = value;
        if (const auto name = meta.find("name"); name != meta.end()) summary.name = name->second;
        if (const auto made = meta.find("created"); made != meta.end()) {
            summary.created = made->second;
        }
        if (const auto fired = meta.find("probes"); fired != meta.end()) {
            summary.probes = fired->second;
        }
        if (const auto form = meta.find("variant"); form != meta.end()) {
            summary.variant = form->second;
        }
        const Progress progress = storedProgress(meta, folder);
        summary.state = progress.state;
        summary.step = progress.step;
        summary.total_steps = progress.total_steps;
        summary.validation_loss = number(meta, "val/loss");
        summary.bits_per_byte = number(meta, "val/bits_per_byte");
        const auto [step, loss] = reader.newestScalar("val/loss");
        // Another one waits beside run.db, or is not a number.
        if (loss == summary.validation_loss) summary.validation_step = step;
        summary.warning = warningOf(RunFolder{folder}, meta);
        if (more) more(reader);
    } catch (const Error& error) {
        summary.problem = error.what();
    }
    return summary;
}

std::vector<RunSummary> listRuns(const fs::path& runs_folder) {
    std::vector<RunSummary> runs;
    std::error_code error;
    for (fs::directory_iterator entry(runs_folder, error), end; !error && entry != end;
         entry.increment(error)) {
        if (looksLikeRun(entry->path())) runs.push_back(summarizeRun(entry->path()));
    }
    // Folder names begin with the date: they order runs of the same second, and damaged ones.
    std::sort(runs.begin(), runs.end(), [](const RunSummary& a, const RunSummary& b) {
        return std::pair(a.created, a.folder) > std::pair(b.created, b.folder);
    });
    return runs;
}

}  // namespace orrery
