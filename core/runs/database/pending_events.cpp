// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/database/pending_events.h"

#include <charconv>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/runs/database/run_reader.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using Meta = std::map<std::string, std::string>;

std::int64_t nextEventOf(const Meta& meta) {
    std::int64_t next = 0;
    if (const auto found = meta.find("next_event"); found != meta.end())
        std::from_chars(found->second.data(), found->second.data() + found->second.size(), next);
    return next;
}

bool isThere(const fs::path& file) {
    std::error_code ignored;
    return fs::is_regular_file(file, ignored);
}

}  // namespace

void writePendingEvents(const RunFolder& folder, const std::vector<WriteItem>& items,
                        std::int64_t next_event) {
    const fs::path file = folder.pendingEventsFile();
    const fs::path fresh = folder.path / ".events-pending.unfinished";
    std::error_code error;
    fs::remove(fresh, error);
    try {
        RunWriter(fresh, RunJournal::none).write(items, next_event);
        fs::rename(fresh, file, error);
        if (error)
            throw Error("Cannot replace " + file.string() + ": " + systemErrorText(error.value()) +
                        ".");
        syncFolder(folder.path);
    } catch (...) {
        fs::remove(fresh, error);
        throw;
    }
}

void takeInPendingEvents(const RunFolder& folder) {
    if (!isThere(folder.pendingEventsFile())) return;
    if (!isThere(folder.databaseFile()))
        throw Error("The run " + folder.path.string() +
                    " has no run.db to take its events-pending in: bring run.db back.");
    RunWriter writer(folder.databaseFile());
    takeInPendingEvents(folder, writer);
}

void takeInPendingEvents(const RunFolder& folder, RunWriter& writer) {
    const fs::path file = folder.pendingEventsFile();
    if (!isThere(file)) return;
    try {
        writer.takeIn(file);
    } catch (const Error& error) {
        throw Error(std::string(error.what()) + " What the run told last waits in " +
                    file.string() +
                    " and can't be taken in: mend that and try again. Without that file the run "
                    "goes on, and its curves lack those steps.");
    }
    std::error_code error;
    fs::remove(file, error);
    if (error)
        throw Error("Cannot remove " + file.string() + ": " + systemErrorText(error.value()) + ".");
}

Meta pendingMeta(const RunFolder& folder, const Meta& stored) {
    if (!isThere(folder.pendingEventsFile())) return {};
    try {
        Meta waiting = RunReader(folder.pendingEventsFile()).meta();
        return nextEventOf(waiting) > nextEventOf(stored) ? waiting : Meta{};
    } catch (const Error&) {
        return {};  // who takes it in says what is wrong
    }
}

std::string pendingText(const RunFolder& folder) {
    if (!isThere(folder.pendingEventsFile())) return {};
    return "The last part of its history waits in " + folder.pendingEventsFile().string() +
           ", since run.db could not be written: resume takes it in.";
}

}  // namespace orrery
