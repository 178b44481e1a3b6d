// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/optuna_search.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "core/error.h"
#include "core/files/regular_file.h"
#include "core/study/optuna_driver.h"
#include "core/study/trial_process.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using OptunaJson = nlohmann::ordered_json;

constexpr const char* kHowToInstall =
    "`bash packaging/setup.sh --with-optuna` installs it; ORRERY_PYTHON names another Python that "
    "has it.";

fs::path pythonProgram() {
    if (const char* named = std::getenv("ORRERY_PYTHON")) return named;
    // Debian's, whose packages set-up installs.
    return fs::exists("/usr/bin/python3") ? fs::path("/usr/bin/python3") : findProgram("python3");
}

/// What set-up unpacked, before what PYTHONPATH names, which a Python on its own (-I) doesn't read.
/// Absolute places alone: others would begin where the program was started.
std::vector<std::string> pythonPlaces() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    const fs::path deps =
        (cache && *cache == '/' ? fs::path(cache) : fs::path(home ? home : "/") / ".cache") /
        "orrery" / "deps";
    std::vector<std::string> places;
    std::error_code none;
    for (fs::directory_iterator entry(deps, none), end; !none && entry != end;
         entry.increment(none)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with("optuna") || name.starts_with("bottle"))
            places.push_back(entry->path().string());
    }
    const char* before = std::getenv("PYTHONPATH");
    std::istringstream words(before ? before : "");
    for (std::string word; std::getline(words, word, ':');)
        if (word.starts_with('/')) places.push_back(word);
    return places;
}

OptunaJson axesJson(const Study& study) {
    OptunaJson axes = OptunaJson::array();
    for (const StudyAxis& axis : study.axes) {
        OptunaJson entry = {{"name", axis.name}};
        if (std::isnan(axis.low)) {
            entry["kind"] = "choice";
            for (const StudyPoint& point : axis.points)
                entry["choices"].push_back(point.label);
        } else {
            const bool whole = findField(axis.key)->type == FieldType::integer;
            entry["kind"] = whole ? "whole" : "real";
            entry["low"] = axis.low;
            entry["high"] = axis.high;
            entry["log"] = axis.logarithmic;
        }
        axes.push_back(std::move(entry));
    }
    return axes;
}

}  // namespace

OptunaSearch::OptunaSearch(const Study& study, const fs::path& folder)
    : study_(study), log_(folder / "optuna.log") {
    begin(folder);
    const OptunaJson first = {{"name", study.name},
                              {"axes", axesJson(study)},
                              {"better", study.objectives.front().better},
                              {"seed", study.search_seed},
                              {"prune", study.prune}};
    const OptunaJson answer = OptunaJson::parse(call(first.dump()));
    if (answer.contains("missing"))
        throw Error("The study searches with Optuna, which is not installed (" +
                    answer["missing"].get<std::string>() + "): " + kHowToInstall);
    known_ = answer.at("known");
}

OptunaSearch::~OptunaSearch() {
    if (to_) std::fclose(to_);
    if (from_) std::fclose(from_);
    if (process_ > 0) waitpid(process_, nullptr, 0);  // it ends with its input
}

void OptunaSearch::begin(const fs::path& folder) {
    const fs::path python = pythonProgram();
    if (python.empty()) throw Error(std::string("python3 was not found: ") + kHowToInstall);
    for (const char* name : {"optuna.db", "optuna.db-wal", "optuna.db-shm", "optuna.db-journal"})
        requireRegularFileIfThere(folder / name);
    const RegularFile log = RegularFile::open(log_, O_WRONLY | O_CREAT | O_APPEND);
    int input[2], output[2];
    if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0)
        fail("Can't create a pipe: " + std::string(std::strerror(errno)));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, log.descriptor(), STDERR_FILENO);
    posix_spawnattr_t attributes;  // a group of its own: Ctrl-C is the study's to handle
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    // -I: neither the working folder nor the study's is a place of modules.
    std::vector<std::string> words = {python.string(),    "-I",           "-B", "-c",
                                      optuna_driver_text, folder.string()};
    for (std::string& place : pythonPlaces())
        words.push_back(std::move(place));
    const std::vector<char*> arguments = execPointers(words);
    const int error =
        posix_spawn(&process_, arguments[0], &actions, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(input[0]);
    close(output[1]);
    to_ = fdopen(input[1], "w");
    from_ = fdopen(output[0], "r");
    if (error == 0) return;
    process_ = -1;
    throw Error(words[0] + " can't be started: " + std::strerror(error) + ".");
}

std::string OptunaSearch::call(const std::string& request) {
    // A driver that ended must not end this process, too.
    void (*before)(int) = ::signal(SIGPIPE, SIG_IGN);
    const bool sent = std::fputs((request + "\n").c_str(), to_) >= 0 && std::fflush(to_) == 0;
    ::signal(SIGPIPE, before);
    std::string answer;
    for (int c; sent && (c = std::fgetc(from_)) != EOF && c != '\n';)
        answer += static_cast<char>(c);
    if (answer.empty() || answer[0] != '{' || !OptunaJson::accept(answer))
        fail("Optuna's process ended");
    return answer;
}

void OptunaSearch::fail(const std::string& what) const {
    const std::string line = lastLine(log_);
    throw Error(what + (line.empty() ? "" : ": " + line) + " (" + log_.string() + ").");
}

Trial OptunaSearch::ask() {
    const OptunaJson answer = OptunaJson::parse(call(R"({"do": "ask"})"));
    std::vector<StudyPoint> cell;
    for (const StudyAxis& axis : study_.axes) {
        const OptunaJson& value = answer.at("values").at(axis.name);
        if (!std::isnan(axis.low)) {
            cell.push_back(pointOf(axis, value.get<double>()));
            continue;
        }
        for (const StudyPoint& point : axis.points)
            if (point.label == value.get<std::string>()) cell.push_back(point);
    }
    known_ = answer.at("number").get<std::int64_t>() + 1;
    return makeTrial(study_, known_, cell, study_.seeds.front());
}

bool OptunaSearch::report(std::int64_t trial, std::int64_t step, double value) {
    const OptunaJson request = {
        {"do", "report"}, {"number", trial - 1}, {"step", step}, {"value", value}};
    return OptunaJson::parse(call(request.dump())).at("prune");
}

void OptunaSearch::tell(const TrialRecord& trial) {
    call(OptunaJson({{"do", "tell"},
                     {"number", trial.number - 1},
                     {"state", trialStateWord(trial.state)},
                     {"value", trial.objective}})
             .dump());
}

void OptunaSearch::abandon(std::int64_t trial) {
    call(
        OptunaJson({{"do", "tell"}, {"number", trial - 1}, {"state", "failed"}, {"value", nullptr}})
            .dump());
}

}  // namespace orrery
