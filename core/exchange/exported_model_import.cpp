// SPDX-License-Identifier: GPL-3.0-or-later
#include <ATen/ATen.h>

#include <cstring>

#include "core/config/yaml.h"
#include "core/data/tokenizer.h"
#include "core/error.h"
#include "core/exchange/huggingface_config.h"
#include "core/exchange/model_folder.h"
#include "core/exchange/model_import.h"
#include "core/exchange/new_run.h"
#include "core/files/atomic_file.h"
#include "core/files/time_text.h"
#include "core/model/language_model.h"
#include "core/train/checkpoint.h"
#include "core/train/layer_statistics.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct StoredOrigin {
    ModelOrigin origin;
    Config config;
};

StoredOrigin readOrigin(const ModelFolder& folder) {
    const std::string file = (folder.path() / "config.json").string();
    const auto told = folder.config().find("orrery");
    if (told == folder.config().end() || !told->is_object() || !told->contains("config"))
        throw Error(file +
                    " doesn't tell the run that it is of (orrery.config): it can't become "
                    "one again. Export the run anew.");
    try {
        StoredOrigin stored;
        ModelOrigin& origin = stored.origin;
        origin.run = told->value("run", "");
        origin.created = told->value("created", "");
        origin.program_version = told->value("version", "");
        origin.corpus_hash = told->value("corpus_hash", "");
        origin.step = told->value("step", std::int64_t{0});
        origin.total_steps = told->value("total_steps", std::int64_t{0});
        origin.real_tokens = told->value("real_tokens", std::int64_t{0});
        stored.config = parseConfig(told->at("config").get<std::string>(), file);
        return stored;
    } catch (const json::exception&) {
        throw Error(file + " is damaged: its part orrery holds something else than texts and " +
                    "numbers.");
    }
}

/// What config.json says the model computes is what the run's configuration in it says.
void requireAgreement(const ModelFolder& folder, const StoredOrigin& stored) {
    const json expected = json::parse(huggingFaceConfig(stored.config, stored.origin, false));
    for (const auto& [key, value] : expected.items()) {
        if (key == "orrery" || key == "dtype" || key == "auto_map" || key == "architectures")
            continue;
        const auto found = folder.config().find(key);
        if (found != folder.config().end() && *found != value)
            throw Error((folder.path() / "config.json").string() + " says " + key + " is " +
                        found->dump() + ", and the configuration of its run says " + value.dump() +
                        ": it was changed. Export the run anew.");
    }
}

at::Tensor tensorOf(const std::string& name, const TensorView& view) {
    const bool half = view.dtype == "BF16";
    if (!half && view.dtype != "F32")
        throw Error("Tensor " + name + " has type " + view.dtype +
                    ": float32 and bfloat16 are exported.");
    at::Tensor tensor = at::empty(view.shape, half ? at::kBFloat16 : at::kFloat);
    std::memcpy(tensor.mutable_data_ptr(), view.bytes.data(), view.bytes.size());
    return tensor;
}

/// Whether the library is the one that the seed draws: a checkpoint may leave it out then.
bool isSeedsLibrary(const NamedTensors& own, const NamedTensors& given) {
    for (const auto& [name, tensor] : own) {
        const auto found = given.find(name);
        if (name.find(".experts.") == std::string::npos || found == given.end()) continue;
        if (!at::equal(tensor.to(at::kFloat), found->second.to(at::kFloat))) return false;
    }
    return true;
}

LanguageModel readModel(ModelFolder& folder, Config& config) {
    NamedTensors tensors;
    for (const std::string& name : folder.tensorNames())
        tensors.emplace(name, tensorOf(name, folder.tensor(name)));
    if (const std::string fault = notFiniteText(tensors); !fault.empty())
        throw Error(folder.path().string() + " can't be imported: " + fault + ".");
    LanguageModel drawn(config);
    NamedTensors frozen = drawn->state(true);
    for (const auto& [name, tensor] : drawn->trainedParameters())
        frozen.erase(name);
    if (!isSeedsLibrary(frozen, tensors)) config.checkpoint.experts = ExpertStorage::full;
    LanguageModel model(config);
    model->loadState(tensors, true);
    return model;
}

CheckpointContent contentOf(const LanguageModel& model, const Config& config,
                            const ModelOrigin& origin) {
    CheckpointContent content;
    content.state.step = origin.step;
    content.state.total_steps = origin.total_steps;
    content.state.seed = config.train.seed;
    content.state.real_tokens = origin.real_tokens;
    content.state.program_version = programVersion();
    content.model = model->state(config.checkpoint.experts == ExpertStorage::full);
    return content;
}

}  // namespace

bool isExportedModel(const fs::path& folder) {
    return ModelFolder(folder).modelType() == "some";
}

fs::path importExportedModel(const fs::path& given, const ImportOptions& options) {
    ModelFolder folder(given);
    StoredOrigin stored = readOrigin(folder);
    requireAgreement(folder, stored);
    Config& config = stored.config;
    const ModelOrigin& origin = stored.origin;
    if (!options.name.empty()) config.name = options.name;
    const Tokenizer tokenizer = Tokenizer::load(given / "tokenizer.model");
    if (tokenizer.vocabSize() > config.model.vocab_size)
        throw Error((given / "tokenizer.model").string() + " has " +
                    std::to_string(tokenizer.vocabSize()) + " entries, the model has " +
                    std::to_string(config.model.vocab_size) + ": it is another model's.");
    LanguageModel model = readModel(folder, config);

    NewRun run(options.runs_folder, config, {isoTime(), "", origin.corpus_hash, ""});
    writeFileAtomically(run.folder().tokenizerFile(), tokenizer.bytes());
    writeCheckpoint(run.folder().path, contentOf(model, config, origin), 1);
    for (Keys& keys : keySnapshots(model, origin.step))
        run.database().publish(std::make_shared<const Keys>(std::move(keys)));
    run.database().publish(Message{origin.step, 0, Severity::info, "log",
                                   "Imported from " + fs::absolute(given).string() + ": step " +
                                       std::to_string(origin.step) + " of the run " + origin.run +
                                       " of " + origin.created +
                                       ". Its history and its optimizer were not exported."});
    Progress progress;
    progress.state = origin.step < origin.total_steps ? RunState::stopped : RunState::finished;
    progress.step = origin.step;
    progress.total_steps = origin.total_steps;
    run.finish(progress);
    return run.folder().path;
}

}  // namespace orrery
