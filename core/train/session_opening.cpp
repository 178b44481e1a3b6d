// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/session_opening.h"

#include <utility>

#include "core/config/fields.h"
#include "core/config/yaml.h"
#include "core/data/token_folder.h"
#include "core/data/tokenizer.h"
#include "core/devices/device.h"
#include "core/devices/failure_text.h"
#include "core/devices/precision.h"
#include "core/devices/resources.h"
#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/time_text.h"
#include "core/ranks/rank_place.h"
#include "core/runs/database/pending_events.h"
#include "core/runs/database/run_reader.h"
#include "core/runs/mailbox.h"
#include "core/runs/program_commit.h"
#include "core/runs/tensorboard_log.h"
#include "core/step/stepper.h"
#include "core/train/checkpoint.h"
#include "core/train/initial_state.h"
#include "core/train/preflight.h"
#include "core/train/ranks/rank_agreement.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRunKey = "orrery/run";  // where ranks that are started anew find their run

/// A device, or a CUDA graph, that is demanded and not to be had. May load CUDA's libraries.
std::vector<Diagnostic> deviceFaults(const Config& config) {
    const char* key = "train.device";
    try {
        const std::string device = chooseDevice(config.train.device);
        key = "train.cuda_graph";
        Config chosen = config;
        chosen.train.precision = choosePrecision(config, device).precision;
        requireGraph(chosen, stepBackend(device));
        return {};
    } catch (const Error& error) {
        return {{"", 0, 0, key, error.what()}};
    }
}

/// A configuration need not come from a file, whose reader checks ranges.
std::vector<Diagnostic> rangeFaults(const Config& config) {
    std::vector<Diagnostic> faults;
    for (const Field& field : fields()) {
        try {
            parseFieldValue(field, formatFieldValue(field.get(config)));
        } catch (const Error& error) {
            faults.push_back({"", 0, 0, field.key, field.key + ": " + error.what()});
        }
    }
    return faults;
}

void requireValid(const Config& config) {
    auto faults = rangeFaults(config);
    if (faults.empty()) faults = validate(config);
    if (!faults.empty()) throw ConfigError(std::move(faults));
}

void copyInto(const fs::path& from, const fs::path& to) {
    std::error_code error;
    if (!from.empty() && !fs::copy_file(from, to, error))
        throw Error("Cannot copy " + from.string() +
                    " into the run's folder: " + systemErrorText(error.value()) + ".");
}

/// Everything that is wrong with a new run before anything of it is written.
void requireStartable(const Config& config, const SessionOptions& options) {
    if (auto faults = preflight(config, options.runs_folder); !faults.empty())
        throw ConfigError(std::move(faults));
    if (auto faults = deviceFaults(config); !faults.empty()) throw ConfigError(std::move(faults));
    requireResources(config, options.runs_folder);
    if (!options.tokenizer.empty()) Tokenizer::load(options.tokenizer);
}

void storeOrigin(RunDatabase& database, const TrainerOptions& trainer,
                 const SessionOptions& options) {
    database.setMeta("name", trainer.config.name);
    database.setMeta("created", trainer.record.created);
    database.setMeta("program_version", programVersion());
    if (const std::string commit = programCommit(); !commit.empty())
        database.setMeta("git_commit", commit);
    database.setMeta("host", hostName());
    if (!options.variant.empty()) database.setMeta("variant", options.variant);
    database.setMeta("seed", std::to_string(trainer.config.train.seed));
    if (!options.init.empty()) database.setMeta("init", fs::absolute(options.init).string());
    if (!database.flush()) throw Error(database.problem());
}

void agree(TrainerOptions& trainer, const Ranks& ranks) {
    AgreedRun agreed = agreedRun(&trainer.config, ranks);
    trainer.config = std::move(agreed.config);
    trainer.corpus = std::move(agreed.corpus);
}

/// The one that the run had, as long as train.tensorboard is the folder that it lies in.
fs::path tensorboardFolder(const TrainerOptions& trainer, RunDatabase& database,
                           const fs::path& before) {
    const fs::path wanted = trainer.config.train.tensorboard;
    if (wanted.empty()) return {};
    if (!before.empty() && before.parent_path() == wanted) return before;
    const fs::path found = freeTensorboardFolder(wanted, trainer.folder.path.filename().string());
    database.setMeta("tensorboard", found.string());
    return found;
}

OpenedRun createRun(const SessionOptions& options, RunRanks& ranks,
                    const std::shared_ptr<EventQueue>& queue) {
    requireValid(options.config);
    OpenedRun run;
    run.is_new = true;
    TrainerOptions& trainer = run.trainer;
    // Named relative to where the program was started, it must be found from anywhere later.
    trainer.config = withCorpusFrom(options.config, fs::current_path());
    requireStartable(trainer.config, options);
    ranks.open(options, trainer.config);
    agree(trainer, ranks.ranks);
    if (!options.init.empty()) trainer.config = configForInitialState(trainer.config, options.init);
    const TokenFolder tokens(options.token_folder);  // without a place for them nothing is begun
    trainer.folder = createRunFolder(options.runs_folder, trainer.config.name);
    trainer.record = {isoTime(), wordOf("train.device", trainer.config.train.device), "",
                      options.variant};
    try {
        auto lock = std::make_unique<RunLock>(trainer.folder);
        copyInto(options.init, trainer.folder.initialStateFile());
        copyInto(options.tokenizer, trainer.folder.tokenizerFile());
        writeRunConfig(trainer.folder, trainer.config, trainer.record);
        run.records =
            std::make_unique<SessionRecords>(trainer.folder, std::move(lock), std::nullopt, queue);
        run.tensorboard_folder = tensorboardFolder(trainer, run.records->database(), {});
        storeOrigin(run.records->database(), trainer, options);
    } catch (...) {
        run.records.reset();
        std::error_code ignored;
        fs::remove_all(trainer.folder.path, ignored);
        throw;
    }
    return run;
}

/// Takes the newest checkpoint that is intact. Throws Error when there is nothing to resume.
void chooseCheckpoint(OpenedRun& run) {
    TrainerOptions& trainer = run.trainer;
    const std::string place = trainer.folder.path.string();
    const FoundCheckpoint found = findCheckpoint(trainer.folder.path);
    run.damaged_checkpoints = found.damaged;
    // Killed between the checkpoint and its line in the log.
    if (found.state && !RunReader(trainer.folder.databaseFile()).tellsSaved(found.state->step))
        run.unsaid = Message{found.state->step, found.state->seconds, Severity::info, "checkpoint",
                             savedText(found.state->step)};
    if (isComplete(trainer.config, run.known, found))
        throw Error("The run " + place + " is finished: all of its " +
                    std::to_string(run.known.step) +
                    " steps are done. To train on, raise train.max_steps in its config.yaml.");
    if (!found.state && !found.damaged.empty())
        throw Error("The run " + place + " can't be resumed: " + found.damaged.front() +
                    " No other checkpoint is intact; the run's curves can still be opened.");
    if (found.state) trainer.resume_from = found.state->step;
}

OpenedRun reopenRun(const SessionOptions& options, RunRanks& ranks,
                    const std::shared_ptr<EventQueue>& queue) {
    OpenedRun run;
    fs::path board;
    TrainerOptions& trainer = run.trainer;
    trainer.folder = {fs::absolute(options.resume).lexically_normal()};
    trainer.config = readRunConfig(trainer.folder);
    if (options.processes > 0) trainer.config.train.processes = options.processes;
    requireValid(trainer.config);
    auto lock = std::make_unique<RunLock>(trainer.folder);
    takeInPendingEvents(trainer.folder);
    {
        RunReader reader(trainer.folder.databaseFile());
        auto meta = reader.meta();
        if (meta["kind"] == "imported")
            throw Error(
                "The run " + trainer.folder.path.string() +
                " was imported: it holds the routers of another program's model, which can't "
                "be trained here.");
        trainer.record = {meta["created"], meta["device"], meta["corpus_hash"], meta["variant"]};
        trainer.settings = reader.settings();
        board = meta["tensorboard"];
        run.known = storedProgress(meta, trainer.folder.path);
    }
    chooseCheckpoint(run);
    for (const Diagnostic& fault : deviceFaults(trainer.config))
        throw Error(fault.message + " This run has it from " +
                    trainer.folder.configFile().string() + ".");
    ranks.open(options, trainer.config);
    agree(trainer, ranks.ranks);
    removeUnfinishedCheckpoints(trainer.folder.path);
    requireResources(
        trainer.config, trainer.folder.path,
        storedPart(trainer.folder.checkpointsFolder(), trainer.resume_from.value_or(0)));
    Mailbox(trainer.folder).clear();
    run.known.step = trainer.resume_from.value_or(0);
    run.records = std::make_unique<SessionRecords>(trainer.folder, std::move(lock),
                                                   trainer.resume_from.value_or(-1), queue);
    run.tensorboard_folder = tensorboardFolder(trainer, run.records->database(), board);
    return run;
}

}  // namespace

OpenedRun openRun(const SessionOptions& given, const std::shared_ptr<EventQueue>& queue) {
    SessionOptions options = given;
    RunRanks ranks;
    OpenedRun run;
    try {
        if (options.place.restart > 0) {
            ranks.open(options, options.config);
            options.resume = ranks.ranks.kept(kRunKey);
        }
        run = options.resume.empty() ? createRun(options, ranks, queue)
                                     : reopenRun(options, ranks, queue);
        ranks.ranks.keep(kRunKey, fs::absolute(run.trainer.folder.path).string());
    } catch (const std::exception& error) {
        ranks.ranks.abort(failureText(error));
        throw;
    }
    run.trainer.place = ranks.place;
    run.trainer.ranks = ranks.ranks;
    run.ranks = std::move(ranks);
    SessionRecords& records = *run.records;
    run.trainer.token_folder = options.token_folder;
    run.trainer.storage = records.storage();
    run.trainer.remember = [&records](const std::string& key, const std::string& value) {
        records.database().setMeta(key, value);
    };
    return run;
}

bool isComplete(const Config& config, const Progress& stored, const FoundCheckpoint& found) {
    return stored.state == RunState::finished && config.train.max_steps <= stored.step &&
           found.state && found.state->step >= stored.step;
}

}  // namespace orrery
