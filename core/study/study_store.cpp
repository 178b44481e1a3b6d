// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_store.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/number_text.h"
#include "core/files/regular_file.h"
#include "core/runs/run_folder.h"
#include "core/study/trial_files.h"

namespace orrery {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kSchemaVersion = 2;
constexpr const char* kSchema =
    "CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS trials(number INTEGER PRIMARY KEY, labels TEXT NOT NULL,"
    " overrides TEXT NOT NULL, seed INTEGER NOT NULL, state TEXT NOT NULL, run TEXT NOT NULL,"
    " problem TEXT NOT NULL, attempts INTEGER NOT NULL, objective REAL, seconds REAL,"
    " started REAL);"
    "CREATE TABLE IF NOT EXISTS metrics(trial INTEGER NOT NULL, name TEXT NOT NULL,"
    " value REAL NOT NULL, PRIMARY KEY(trial, name)) WITHOUT ROWID;"
    "PRAGMA user_version=2;";

constexpr std::pair<TrialState, const char*> kStateWords[] = {{TrialState::queued, "queued"},
                                                              {TrialState::running, "running"},
                                                              {TrialState::done, "done"},
                                                              {TrialState::failed, "failed"},
                                                              {TrialState::pruned, "pruned"}};

TrialState parseState(const std::string& text) {
    for (const auto& [state, word] : kStateWords)
        if (text == word) return state;
    throw Error("A trial's state '" + text +
                "' is unknown: was study.db written by a newer version?");
}

std::string overridesJson(const std::vector<Override>& overrides) {
    Json set = Json::array();
    for (const auto& [key, value] : overrides)
        set.push_back({key, value});
    return set.dump();
}

/// nullopt where it is no JSON of this kind.
template <typename T>
std::optional<T> parsed(const std::string& text) {
    try {
        return Json::parse(text).get<T>();
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

std::string nameOf(std::int64_t trial) {
    return "trial " + std::to_string(trial);
}

void requireKnownSchema(SqliteConnection& connection, const std::filesystem::path& folder) {
    const std::int64_t version = connection.integer("PRAGMA user_version");
    const bool empty = connection.integer("SELECT count(*) FROM sqlite_master") == 0;
    if (!empty && version != kSchemaVersion)
        throw Error(folder.string() +
                    " was made by another version of this program: run the study into another "
                    "folder with --out.");
}

/// A plan that was changed must not share a table with the old one. A search adds to it.
void requireSamePlan(SqliteConnection& connection, const std::filesystem::path& folder,
                     const std::vector<Trial>& trials, bool grows) {
    SqliteStatement select(connection, "SELECT overrides FROM trials ORDER BY number");
    std::size_t at = 0;
    bool same = true;
    while (select.next() && !grows)
        same = same && at < trials.size() && select.text(0) == overridesJson(trials[at++].set);
    if (!same || at != trials.size())
        throw Error(folder.string() +
                    " has another plan: the study has changed since. Choose another folder with "
                    "--out, or remove that one.");
}

}  // namespace

StudyProgress progressOf(const std::vector<TrialRecord>& trials, int jobs, double now) {
    StudyProgress progress;
    progress.total = trials.size();
    double seconds = 0, running_for = 0, ended = 0;
    for (const TrialRecord& trial : trials) {
        progress.done += trial.state == TrialState::done;
        progress.failed += trial.state == TrialState::failed;
        progress.pruned += trial.state == TrialState::pruned;
        progress.running += trial.state == TrialState::running;
        if (trial.state == TrialState::done && std::isfinite(trial.seconds))
            seconds += trial.seconds, ++ended;
        if (trial.state == TrialState::running && std::isfinite(trial.started))
            running_for += now - trial.started;
    }
    const auto left =
        static_cast<double>(progress.total - progress.done - progress.failed - progress.pruned);
    if (ended > 0)
        progress.seconds_left =
            std::max(0.0, (left * seconds / ended - running_for) / std::max(1, jobs));
    return progress;
}

StudyStore::StudyStore(const std::filesystem::path& folder, SqliteMode mode)
    : folder_(folder), connection_(std::make_unique<SqliteConnection>(folder / "study.db", mode)) {}

StudyStore StudyStore::create(const std::filesystem::path& folder, const Study& study,
                              const std::string& scale, const std::vector<Trial>& trials) {
    makeFolders(folder);
    for (const char* inside : {"runs", "trials"})
        requireFolderIfThere(folder / inside);
    StudyStore store(folder, SqliteMode::create);
    store.axes_ = study.axes.size();
    SqliteConnection& connection = *store.connection_;
    requireKnownSchema(connection, folder);
    connection.execute("PRAGMA journal_mode=WAL");
    connection.execute(kSchema);
    const bool fresh = connection.integer("SELECT count(*) FROM meta") == 0;
    if (fresh) {
        SqliteTransaction transaction(connection);
        for (const Trial& trial : trials)
            store.insert(trial);
        transaction.commit();
    } else {
        requireSamePlan(connection, folder, trials, study.search == "tpe");
        store.plan();
    }
    // Question, objectives and rules may have changed: the trials are the same.
    for (const auto& [key, value] : std::vector<Override>{
             {"name", study.name},
             {"scale", scale},
             {"file", std::filesystem::absolute(study.file).lexically_normal().string()},
             {"changes", overridesJson(study.changes)},
             {"origin", study.origin},
             {"text", study.text},
             {"version", programVersion()}})
        store.setMeta(key, value);
    connection.execute("UPDATE trials SET state = 'queued' WHERE state = 'running'");
    return store;
}

StudyStore StudyStore::open(const std::filesystem::path& folder) {
    std::error_code none;
    if (!std::filesystem::exists(std::filesystem::symlink_status(folder / "study.db", none)))
        throw Error(folder.string() + " is not a study: it has no study.db.");
    StudyStore store(folder, SqliteMode::read);
    requireKnownSchema(*store.connection_, folder);
    return store;
}

std::vector<TrialRecord> StudyStore::trials() {
    std::vector<TrialRecord> records;
    SqliteStatement select(*connection_,
                           "SELECT number, labels, seed, state, run, problem, attempts, objective,"
                           " seconds, started FROM trials ORDER BY number");
    while (select.next()) {
        TrialRecord record;
        record.number = select.integer(0);
        record.labels = labels(record.number, select.text(1));
        record.seed = select.integer(2);
        record.state = parseState(select.text(3));
        record.run = select.text(4);
        if (!record.run.empty() && !isPlainName(record.run))
            damaged(nameOf(record.number) + " has a run outside of the study's folder");
        record.problem = select.text(5);
        record.attempts = select.integer(6);
        record.objective = select.real(7);
        record.seconds = select.real(8);
        record.started = select.real(9);
        records.push_back(std::move(record));
    }
    SqliteStatement metrics(*connection_, "SELECT trial, name, value FROM metrics");
    while (metrics.next()) {
        const auto found =
            std::ranges::lower_bound(records, metrics.integer(0), {}, &TrialRecord::number);
        if (found != records.end()) found->metrics[metrics.text(1)] = metrics.real(2);
    }
    return records;
}

std::vector<Trial> StudyStore::plan() {
    std::vector<Trial> trials;
    SqliteStatement select(*connection_,
                           "SELECT number, labels, overrides, seed FROM trials ORDER BY number");
    while (select.next()) {
        Trial trial;
        trial.number = select.integer(0);
        trial.labels = labels(trial.number, select.text(1));
        const auto set = parsed<std::vector<Override>>(select.text(2));
        if (!set) damaged(nameOf(trial.number) + " has settings that can't be read");
        trial.set = *set;
        trial.seed = select.integer(3);
        trials.push_back(std::move(trial));
    }
    return trials;
}

std::size_t StudyStore::axes() {
    if (!axes_) axes_ = study().axes.size();
    return *axes_;
}

std::vector<std::string> StudyStore::labels(std::int64_t trial, const std::string& json) {
    auto found = parsed<std::vector<std::string>>(json);
    if (trial < 1) damaged("it holds a trial of number " + std::to_string(trial));
    if (!found) damaged(nameOf(trial) + " has labels that can't be read");
    if (found->size() != axes())
        damaged(nameOf(trial) + " has " + std::to_string(found->size()) +
                " labels, but the study " + std::to_string(axes()) + " axes");
    return std::move(*found);
}

void StudyStore::damaged(const std::string& what) const {
    throw Error((folder_ / "study.db").string() + " does not fit its study: " + what +
                ". Take it from a backup, or run the study into another folder with --out.");
}

std::string StudyStore::meta(const std::string& key) {
    SqliteStatement select(*connection_, "SELECT value FROM meta WHERE key = ?");
    select.bind(1, key);
    return select.next() ? select.text(0) : std::string();
}

void StudyStore::setMeta(const std::string& key, const std::string& value) {
    SqliteStatement insert(*connection_, "INSERT OR REPLACE INTO meta VALUES(?, ?)");
    insert.bind(1, key).bind(2, value).run();
}

Study StudyStore::study() {
    Study study = atScale(parseStudy(meta("text"), meta("file"), true), meta("scale"));
    study.origin = meta("origin");
    return study;
}

Study StudyStore::stated() {
    const std::filesystem::path file = meta("file");
    std::error_code none;
    Study study =
        std::filesystem::exists(file, none) ? loadStudy(file) : parseStudy(meta("text"), file);
    const std::string changes = meta("changes");  // of a former version: none
    const auto made = parsed<std::vector<Override>>(changes.empty() ? "[]" : changes);
    if (!made) damaged("its changes can't be read");
    for (const Override& set : *made)
        change(study, set);
    return study;
}

void StudyStore::insert(const Trial& trial) {
    SqliteStatement insert(*connection_,
                           "INSERT INTO trials VALUES(?, ?, ?, ?, 'queued', '', '', 0, NULL, NULL,"
                           " NULL)");
    insert.bind(1, trial.number)
        .bind(2, Json(trial.labels).dump())
        .bind(3, overridesJson(trial.set))
        .bind(4, trial.seed)
        .run();
}

void StudyStore::add(const Trial& trial) {
    insert(trial);
}

void StudyStore::update(const TrialRecord& trial) {
    SqliteTransaction transaction(*connection_);
    SqliteStatement update(*connection_,
                           "UPDATE trials SET state = ?, run = ?, problem = ?, attempts = ?,"
                           " objective = ?, seconds = ?, started = ? WHERE number = ?");
    update.bind(1, trialStateWord(trial.state))
        .bind(2, trial.run)
        .bind(3, trial.problem)
        .bind(4, trial.attempts)
        .bind(5, trial.objective)
        .bind(6, trial.seconds)
        .bind(7, trial.started)
        .bind(8, trial.number)
        .run();
    SqliteStatement insert(*connection_, "INSERT OR REPLACE INTO metrics VALUES(?, ?, ?)");
    for (const auto& [name, value] : trial.metrics)
        insert.bind(1, trial.number).bind(2, name).bind(3, value).run();
    transaction.commit();
}

void StudyStore::requeueFailed() {
    connection_->execute(
        "UPDATE trials SET state = 'queued', problem = '', attempts = 0 WHERE state = 'failed'");
}

std::filesystem::path runOfTrial(const std::filesystem::path& study_folder, const Study& study,
                                 const TrialRecord& trial) {
    const std::filesystem::path runs = study_folder / "runs";
    if (!trial.run.empty()) return runs / trial.run;
    Trial named;
    named.number = trial.number;
    for (auto phase = study.phases.rbegin(); phase != study.phases.rend(); ++phase) {
        const auto found = findRun(runs, named.name() + "-" + phase->name);
        if (!found.empty()) return found;
    }
    return findRun(runs, named.name());
}

double metaNumber(const std::string& text, double otherwise) {
    const auto value = parseNumber<double>(text);
    return value && std::isfinite(*value) ? *value : otherwise;
}

int storedJobs(StudyStore& store) {
    const std::string jobs = store.meta("jobs");
    return jobs.empty() ? 0 : static_cast<int>(std::clamp(metaNumber(jobs, 1), 1.0, 256.0));
}

std::string trialStateWord(TrialState state) {
    for (const auto& [known, word] : kStateWords)
        if (known == state) return word;
    return {};
}

}  // namespace orrery
