// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/huggingface_export.h"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "core/data/tokenizer.h"
#include "core/error.h"
#include "core/exchange/huggingface_config.h"
#include "core/exchange/model_card.h"
#include "core/exchange/python_files.h"
#include "core/exchange/tokenizer_json.h"
#include "core/exchange/weight_shards.h"
#include "core/files/atomic_file.h"
#include "core/files/output_files.h"
#include "core/runs/checkpoint_folder.h"
#include "core/runs/database/run_reader.h"
#include "core/runs/run_folder.h"
#include "core/train/loaded_run.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

/// A new folder beside its final place; removed unless it took that.
class UnfinishedFolder {
public:
    explicit UnfinishedFolder(const fs::path& place)
        : place_(fs::absolute(place).lexically_normal()) {
        if (!place_.has_filename()) place_ = place_.parent_path();
        path_ = place_.parent_path() /
                (".unfinished-" + std::to_string(::getpid()) + "-" + place_.filename().string());
        makeFolders(path_);
    }
    ~UnfinishedFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    UnfinishedFolder(const UnfinishedFolder&) = delete;
    UnfinishedFolder& operator=(const UnfinishedFolder&) = delete;

    const fs::path& path() const { return path_; }

    /// Takes its place; in a folder that is there, file by file.
    std::vector<fs::path> finish(const fs::path& named) {
        std::vector<fs::path> files;
        for (const auto& entry : fs::directory_iterator(path_))
            files.push_back(named / entry.path().filename());
        std::ranges::sort(files);
        std::error_code error;
        if (!fs::exists(place_, error)) {
            fs::rename(path_, place_, error);
        } else {
            removeOldWeights();
            for (const fs::path& file : files)
                if (!error) fs::rename(path_ / file.filename(), place_ / file.filename(), error);
        }
        if (error)
            throw Error("Cannot write " + named.string() + ": " + systemErrorText(error.value()) +
                        ".");
        syncFolder(place_.parent_path());
        return files;
    }

private:
    /// Shards of an export before, which this one may not have.
    void removeOldWeights() const {
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator(place_)) {
            const std::string name = entry.path().filename().string();
            if (name == "model.safetensors" || name == "model.safetensors.index.json" ||
                (name.starts_with("model-") && name.ends_with(".safetensors")))
                fs::remove(entry.path(), ignored);
        }
    }

    fs::path place_;
    fs::path path_;
};

ModelOrigin originOf(const RunFolder& run, const Config& config, RunReader& records,
                     std::int64_t step) {
    const CheckpointState state = readCheckpointState(checkpointFolder(run.path, step));
    auto meta = records.meta();
    return {config.name, meta["created"],   programVersion(), meta["corpus_hash"],
            step,        state.total_steps, state.real_tokens};
}

std::map<std::string, double> figuresAt(RunReader& records, std::int64_t step) {
    std::map<std::string, double> figures;
    for (const char* name : {"val/loss", "val/bits_per_byte", "val/perplexity"})
        if (const auto points = records.points(name, step, step); !points.empty())
            figures[name] = points.back().second;
    return figures;
}

constexpr std::array<const char*, 8> kTextFiles = {
    "README.md",        "config.json",    "configuration_some.py", "generation_config.json",
    "modeling_some.py", "tokenizer.json", "tokenizer_config.json", "tokenizer.model"};

void requireRoom(const fs::path& folder, bool overwrite) {
    std::vector<fs::path> files = {folder / "model.safetensors",
                                   folder / "model.safetensors.index.json"};
    for (const char* name : kTextFiles)
        files.push_back(folder / name);
    requireNoFiles(files, overwrite);
}

}  // namespace

HuggingFaceExport exportHuggingFace(const fs::path& run_folder, const fs::path& folder,
                                    const HuggingFaceOptions& options) {
    requireRoom(folder, options.overwrite);
    const RunFolder run{run_folder};
    LoadedRun model = LoadedRun::open(run_folder, options.step);
    RunReader records(run.databaseFile());
    const Tokenizer tokenizer = Tokenizer::load(run.tokenizerFile());
    const Config& config = model.config();
    const ModelOrigin origin = originOf(run, config, records, model.step());

    UnfinishedFolder unfinished(folder);
    writeWeightShards(unfinished.path(), model.state(), {options.bfloat16, options.shard_bytes});
    const std::array<std::string, kTextFiles.size()> texts = {
        modelCard(config, origin, options.bfloat16, figuresAt(records, model.step())),
        huggingFaceConfig(config, origin, options.bfloat16),
        kConfigurationPython,
        generationConfig(config),
        kModelingPython,
        tokenizerJson(tokenizer),
        tokenizerConfigJson(tokenizer, config.model.seq_len),
        tokenizer.bytes()};
    for (std::size_t i = 0; i < texts.size(); ++i)
        writeFileAtomically(unfinished.path() / kTextFiles[i], texts[i]);
    return {model.step(), unfinished.finish(folder)};
}

}  // namespace orrery
