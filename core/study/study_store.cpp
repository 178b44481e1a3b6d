// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_store.h"

#include <nlohmann/json.hpp>

#include "core/error.h"

namespace orrery {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* schema =
    "CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS trials(number INTEGER PRIMARY KEY, labels TEXT NOT NULL,"
    " overrides TEXT NOT NULL, seed INTEGER NOT NULL, state TEXT NOT NULL, run TEXT NOT NULL,"
    " problem TEXT NOT NULL, objective REAL, seconds REAL);";

constexpr std::pair<TrialState, const char*> state_words[] = {{TrialState::queued, "queued"},
                                                              {TrialState::running, "running"},
                                                              {TrialState::done, "done"},
                                                              {TrialState::failed, "failed"}};

TrialState parseState(const std::string& text) {
    for (const auto& [state, word] : state_words)
        if (text == word) return state;
    throw Error("A trial's state '" + text +
                "' is unknown: was study.db written by a newer version?");
}

std::string overridesJson(const Trial& trial) {
    Json set = Json::object();
    for (const auto& [key, value] : trial.set)
        set[key] = value;
    return set.dump();
}

void setMeta(SqliteConnection& connection, const std::string& key, const std::string& value) {
    SqliteStatement insert(connection, "INSERT OR REPLACE INTO meta VALUES(?, ?)");
    insert.bind(1, key).bind(2, value).run();
}

void insertPlan(SqliteConnection& connection, const Study& study, const std::string& scale,
                const std::vector<Trial>& trials) {
    SqliteTransaction transaction(connection);
    Json axes = Json::array();
    for (const StudyAxis& axis : study.axes)
        axes.push_back(axis.name);
    for (const auto& [key, value] : std::vector<Override>{{"name", study.name},
                                                          {"question", study.question},
                                                          {"prediction", study.prediction},
                                                          {"scale", scale},
                                                          {"file", study.file.string()},
                                                          {"base", study.base.string()},
                                                          {"objective", study.objective},
                                                          {"axes", axes.dump()}})
        setMeta(connection, key, value);
    SqliteStatement insert(connection,
                           "INSERT INTO trials VALUES(?, ?, ?, ?, 'queued', '', '', NULL, NULL)");
    for (const Trial& trial : trials)
        insert.bind(1, trial.number)
            .bind(2, Json(trial.labels).dump())
            .bind(3, overridesJson(trial))
            .bind(4, trial.seed)
            .run();
    transaction.commit();
}

/// A plan that was changed must not share a table with the old one.
void requireSamePlan(SqliteConnection& connection, const std::filesystem::path& folder,
                     const std::vector<Trial>& trials) {
    SqliteStatement select(connection, "SELECT overrides FROM trials ORDER BY number");
    std::size_t at = 0;
    bool same = true;
    while (select.next())
        same = same && at < trials.size() && select.text(0) == overridesJson(trials[at++]);
    if (!same || at != trials.size())
        throw Error(folder.string() +
                    " holds another plan: the study was changed since. Choose another folder with "
                    "--out, or remove that one.");
}

}  // namespace

StudyStore::StudyStore(const std::filesystem::path& folder, SqliteMode mode)
    : folder_(folder), connection_(std::make_unique<SqliteConnection>(folder / "study.db", mode)) {}

StudyStore StudyStore::create(const std::filesystem::path& folder, const Study& study,
                              const std::string& scale, const std::vector<Trial>& trials) {
    std::filesystem::create_directories(folder);
    StudyStore store(folder, SqliteMode::create);
    SqliteConnection& connection = *store.connection_;
    connection.execute("PRAGMA journal_mode=WAL");
    connection.execute(schema);
    if (connection.integer("SELECT count(*) FROM trials") == 0)
        insertPlan(connection, study, scale, trials);
    else
        requireSamePlan(connection, folder, trials);
    connection.execute("UPDATE trials SET state = 'queued' WHERE state = 'running'");
    return store;
}

StudyStore StudyStore::open(const std::filesystem::path& folder) {
    if (!std::filesystem::exists(folder / "study.db"))
        throw Error(folder.string() + " is no study: it holds no study.db.");
    return {folder, SqliteMode::read};
}

std::vector<TrialRecord> StudyStore::trials() {
    std::vector<TrialRecord> records;
    SqliteStatement select(*connection_,
                           "SELECT number, labels, seed, state, run, problem, objective, seconds"
                           " FROM trials ORDER BY number");
    while (select.next()) {
        TrialRecord record;
        record.number = select.integer(0);
        record.labels = Json::parse(select.text(1)).get<std::vector<std::string>>();
        record.seed = select.integer(2);
        record.state = parseState(select.text(3));
        record.run = select.text(4);
        record.problem = select.text(5);
        record.objective = select.real(6);
        record.seconds = select.real(7);
        records.push_back(std::move(record));
    }
    return records;
}

std::string StudyStore::meta(const std::string& key) {
    SqliteStatement select(*connection_, "SELECT value FROM meta WHERE key = ?");
    select.bind(1, key);
    return select.next() ? select.text(0) : std::string();
}

std::vector<std::string> StudyStore::axes() {
    return Json::parse(meta("axes")).get<std::vector<std::string>>();
}

void StudyStore::update(const TrialRecord& trial) {
    SqliteStatement update(*connection_,
                           "UPDATE trials SET state = ?, run = ?, problem = ?, objective = ?,"
                           " seconds = ? WHERE number = ?");
    update.bind(1, trialStateWord(trial.state))
        .bind(2, trial.run)
        .bind(3, trial.problem)
        .bind(4, trial.objective)
        .bind(5, trial.seconds)
        .bind(6, trial.number)
        .run();
}

void StudyStore::requeueFailed() {
    connection_->execute("UPDATE trials SET state = 'queued', problem = '' WHERE state = 'failed'");
}

std::string trialStateWord(TrialState state) {
    for (const auto& [known, word] : state_words)
        if (known == state) return word;
    return {};
}

}  // namespace orrery
