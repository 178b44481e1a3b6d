// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/new_run.h"

#include <utility>

#include "core/error.h"

namespace orrery {

NewRun::NewRun(const std::filesystem::path& runs_folder, const Config& config, RunRecord record)
    : folder_(createRunFolder(runs_folder, config.name)) {
    try {
        lock_ = std::make_unique<RunLock>(folder_);
        writeRunConfig(folder_, config, record);
        RunDatabaseOptions options;
        options.file = folder_.databaseFile();
        database_ = std::make_unique<RunDatabase>(std::move(options));
        database_->setMeta("name", config.name);
        database_->setMeta("created", record.created);
        database_->setMeta("program_version", programVersion());
        database_->setMeta("corpus_hash", record.corpus_hash);
        database_->setMeta("device", record.device);
        database_->setMeta("seed", std::to_string(config.train.seed));
        store();
    } catch (...) {
        database_.reset();
        lock_.reset();
        std::error_code ignored;
        std::filesystem::remove_all(folder_.path, ignored);
        throw;
    }
}

NewRun::~NewRun() {
    database_.reset();
    lock_.reset();
    std::error_code ignored;
    if (!whole_) std::filesystem::remove_all(folder_.path, ignored);
}

void NewRun::store() {
    if (!database_->flush()) throw Error(database_->problem());
}

void NewRun::finish(const Progress& progress) {
    database_->publish(progress);
    store();
    whole_ = true;
}

}  // namespace orrery
