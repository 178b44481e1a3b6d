// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_catalog.h"

#include <sys/stat.h>

#include <algorithm>
#include <tuple>

#include "core/config/fields.h"
#include "core/error.h"
#include "core/runs/database/run_reader.h"
#include "core/runs/run_comparison.h"
#include "core/runs/run_folder.h"

namespace orrery {
namespace {

constexpr int kDeepest = 4;
constexpr std::size_t kCurvePoints = 48;
constexpr std::size_t kPartSize = 32;

bool isFinished(const RunSummary& summary) {
    // The others may change without a word in the folder: their lock is taken or let go.
    return summary.problem.empty() && summary.state == RunState::finished;
}

std::vector<std::int64_t> sizesAndTimes(const std::filesystem::path& folder) {
    const RunFolder run{folder};
    std::filesystem::path log = run.databaseFile();
    log += "-wal";
    std::vector<std::int64_t> marks;
    for (const auto& file : {run.databaseFile(), log, run.configFile(), run.notesFile()}) {
        struct stat found {};
        const bool there = ::stat(file.c_str(), &found) == 0;
        marks.push_back(there ? found.st_size : -1);
        marks.push_back(there ? found.st_mtim.tv_sec * 1'000'000'000 + found.st_mtim.tv_nsec : 0);
    }
    return marks;
}

void findRuns(const std::filesystem::path& folder, int depth,
              std::vector<std::filesystem::path>& found) {
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code ignored;
        const std::filesystem::path& path = entry->path();
        if (path.filename().string().starts_with(".") || !entry->is_directory(ignored)) continue;
        if (looksLikeRun(path))
            found.push_back(path);
        else if (depth < kDeepest)
            findRuns(path, depth + 1, found);
    }
}

/// The configuration is read only where something was changed: a list of runs has to be quick.
std::vector<SteeredSetting> steeredOf(RunReader& reader, const std::filesystem::path& folder) {
    const std::vector<SettingChanged> changes = reader.settings();
    if (changes.empty()) return {};
    return steeredSettings(readRunConfig(RunFolder{folder}), changes);
}

void addSettings(RunEntry& entry, const std::filesystem::path& folder,
                 const std::vector<std::string>& keys) {
    if (keys.empty()) return;
    const Config config = readRunConfig(RunFolder{folder});
    for (const std::string& key : keys) {
        const Field* field = findField(key);
        if (!field) continue;
        const SteeredSetting* steered = findSteered(entry.steered, key);
        entry.settings[key] = steered ? steered->text() : formatFieldValue(field->get(config));
    }
}

RunEntry readEntry(const std::filesystem::path& root, const std::filesystem::path& folder,
                   const std::vector<std::string>& settings) {
    RunEntry entry;
    entry.summary = summarizeRun(folder, [&](RunReader& reader) {
        for (const auto& [step, value] : reader.sampled("train/loss", kCurvePoints))
            entry.curve.push_back(static_cast<float>(value));
        std::tie(entry.training_step, entry.training_loss) = reader.newestScalar("train/loss");
        entry.steered = steeredOf(reader, folder);
        auto meta = reader.meta();
        entry.version = meta["program_version"];
        entry.corpus_hash = meta["corpus_hash"];
        entry.host = meta["host"];
        entry.git_commit = meta["git_commit"];
        addSettings(entry, folder, settings);
    });
    const auto group = folder.parent_path().lexically_relative(root).generic_string();
    entry.group = group == "." ? "" : group;
    try {
        entry.notes = readRunNotes(folder);
    } catch (const Error& error) {
        entry.notes.text = error.what();
    }
    return entry;
}

}  // namespace

void RunCatalog::readSettings(std::vector<std::string> keys) {
    settings_ = std::move(keys);
    forget();
}

std::vector<std::filesystem::path> RunCatalog::scan(const std::filesystem::path& root,
                                                    const Take& take) {
    std::vector<std::filesystem::path> folders;
    findRuns(root, 1, folders);
    // Names begin with the date: the newest are read first.
    std::ranges::sort(folders, std::greater{});
    // A run that is gone is new when it comes back.
    std::erase_if(known_, [&](const auto& known) {
        return !std::ranges::binary_search(folders, known.first, std::greater{});
    });
    std::vector<RunEntry> part;
    for (const auto& folder : folders) {
        const std::vector<std::int64_t> now = sizesAndTimes(folder);
        const auto known = known_.find(folder);
        if (known != known_.end() && known->second.final && known->second.sizes_and_times == now)
            continue;
        part.push_back(readEntry(root, folder, settings_));
        known_[folder] = {now, isFinished(part.back().summary)};
        if (part.size() < kPartSize) continue;
        if (!take(std::exchange(part, {}))) return folders;
    }
    if (!part.empty()) take(std::move(part));
    return folders;
}

}  // namespace orrery
