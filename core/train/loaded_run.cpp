// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loaded_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/config/yaml.h"
#include "core/data/documents.h"
#include "core/data/token_folder.h"
#include "core/data/word_count.h"
#include "core/devices/device.h"
#include "core/error.h"
#include "core/events/model_queries.h"
#include "core/model/router_interventions.h"
#include "core/ops/step_allocator.h"
#include "core/runs/database/run_reader.h"
#include "core/runs/run_folder.h"
#include "core/step/batch_tensors.h"
#include "core/train/checkpoint.h"
#include "core/train/evaluator.h"
#include "core/train/layer_statistics.h"
#include "core/train/live_settings.h"
#include "core/train/measure_probes.h"
#include "core/train/text/generate.h"
#include "core/train/text/route_text.h"
#include "core/train/text/run_ablation.h"
#include "core/train/text/score_text.h"
#include "core/train/text/trace_text.h"
#include "core/train/training_run.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

/// As the run had it at this step: live fields may have been changed on the way.
Config configAt(const RunFolder& folder, std::int64_t step) {
    Config config = readRunConfig(folder);
    std::error_code none;
    if (!fs::exists(folder.databaseFile(), none)) return config;
    for (const SettingChanged& made : RunReader(folder.databaseFile()).settings())
        if (made.step <= step) config = withLiveSetting(config, made.key, made.value);
    return config;
}

/// Of a run of kind `imported` there are keys alone.
void requireModel(const RunFolder& folder) {
    std::error_code none;
    if (!fs::exists(folder.databaseFile(), none)) return;
    if (RunReader(folder.databaseFile()).meta()["kind"] == "imported")
        throw Error("The run " + folder.path.string() +
                    " was imported: it holds the routers of another program's model, and no model "
                    "that could be run. Use that program; resources/python/record_routing.py "
                    "records its routing for orrery-cli import --routing.");
}

}  // namespace

struct LoadedRun::Impl {
    std::int64_t step;
    std::int64_t total_steps;
    std::string stand_in;
    Config config;
    Tokenizer tokenizer;
    LanguageModel model;
    std::string corpus_hash;  // as the run recorded it; empty where it did not

    EvaluationResult evaluateDocuments(DocumentSource& documents, const EvaluateOptions& how) {
        const TokenFolder folder;
        const TokenCache tokens =
            TokenCache::open(documents, tokenizer, folder.path(), {}, how.cancelled);
        Config shape = config;
        shape.eval.update_keys = how.update_keys.value_or(config.eval.update_keys);
        if (!how.words.empty()) {  // every piece of the text whose words are counted
            shape.eval.batches = 0;
            shape.data.packing = Packing::packed;
        }
        if (how.length > 0) shape.model.seq_len = how.length;
        // A text shorter than a sample fills none: it is padded instead.
        if (tokens.tokens() <= shape.model.seq_len) shape.data.packing = Packing::none;
        EvaluatorOptions options;
        options.whole_text = !how.words.empty();
        options.step = step;
        options.total_steps = total_steps;
        options.most_targets = how.most_tokens;
        options.keep_keys = true;
        options.on_batch = how.on_batch;
        options.cancelled = how.cancelled;
        const RouterInterventions interventions(how.interventions, config);
        options.interventions = &interventions;
        EvaluationResult result = orrery::evaluate(model, tokens, tokenizer, shape, options).result;
        if (!std::isfinite(result.loss))
            throw Error("The loss of step " + std::to_string(step) +
                        " is no number, though its weights are: they have grown too large. Take "
                        "those of an older step.");
        if (how.words.empty()) return result;
        documents.rewind();
        result.words = countWords(documents, how.words);
        if (result.words == 0) return result;
        result.word_perplexity = std::exp(result.loss * static_cast<double>(result.real_targets) /
                                          static_cast<double>(result.words));
        return result;
    }
};

namespace {

AblationResult ablated(LanguageModel& model, const RoutedText& text, const FoundGuild& guild,
                       const ExpertPlace& number, std::int64_t step,
                       const AblationOptions& options) {
    AblationResult result = runAblation(model, text, guild.experts, options, guild.own);
    result.step = step;
    result.what = "guild " + std::to_string(number.layer) + ":" + std::to_string(number.expert) +
                  " (" + guild.kind + "; " + result.what + ")";
    return result;
}

RoutedText ablationTextOf(LoadedRun& run, const AblationOptions& options) {
    RouteOptions how;
    how.most_tokens = options.most_tokens;
    how.most_queries = 0;
    how.cancelled = options.cancelled;
    const Config& config = run.config();
    if (!options.corpus.empty())
        return run.route(*openDocuments(options.corpus, config.data, options.cancelled), how);
    const Corpus own = openCorpus(config.data, fs::current_path(),
                                  static_cast<std::uint64_t>(config.train.seed), options.cancelled);
    return run.route(*own.validation, how);
}

}  // namespace

LoadedRun::LoadedRun(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

LoadedRun LoadedRun::open(const fs::path& run_folder, std::optional<std::int64_t> step) {
    // Before a probe's backward pass, so that a later run may use the GPU.
    chooseDevice(DeviceChoice::cpu);
    const RunFolder folder{run_folder};
    readRunConfig(folder);  // a folder that is no run is told as such
    requireModel(folder);
    FoundCheckpoint found = chooseCheckpoint(run_folder, step);
    Config config = configAt(folder, found.state->step);
    Tokenizer tokenizer = Tokenizer::load(folder.tokenizerFile());
    const CheckpointContent content = readCheckpoint(run_folder, found.state->step);
    if (const std::string fault = notFiniteText(content.model); !fault.empty())
        throw Error("The weights of step " + std::to_string(content.state.step) + " of the run " +
                    run_folder.string() + " are no numbers: " + fault +
                    ". Take those of an older step.");
    useStepAllocator();  // large pages: a token waits for the memory of its experts
    LanguageModel model(config);
    model->loadState(content.model, config.checkpoint.experts == ExpertStorage::full);
    return LoadedRun(std::make_shared<Impl>(
        Impl{content.state.step, content.state.total_steps, standInText(found), std::move(config),
             std::move(tokenizer), std::move(model),
             RunReader(folder.databaseFile()).meta()["corpus_hash"]}));
}

std::int64_t LoadedRun::step() const {
    return impl_->step;
}

const std::string& LoadedRun::standIn() const {
    return impl_->stand_in;
}

const Config& LoadedRun::config() const {
    return impl_->config;
}

Trace LoadedRun::trace(const std::string& text, const TraceOptions& options) {
    Trace trace = traceText(impl_->model, impl_->tokenizer, text, impl_->step, options);
    trace.stand_in = impl_->stand_in;
    return trace;
}

std::string LoadedRun::validationBeginning(std::size_t most,
                                           const std::function<bool()>& cancelled) {
    const Corpus own = openCorpus(impl_->config.data, fs::current_path(),
                                  static_cast<std::uint64_t>(impl_->config.train.seed), cancelled);
    std::string text = own.validation->next().value_or("");
    if (text.size() <= most) return text;
    std::size_t end = text.find_last_of(" \n", most);
    if (end == std::string::npos || end == 0)  // one long word: a character is not cut
        for (end = most; end > 0 && (text[end] & 0xC0) == 0x80;)
            --end;
    text.resize(end);
    return text;
}

RoutedText LoadedRun::route(DocumentSource& documents, const RouteOptions& options) {
    return routeText(impl_->model, impl_->tokenizer, documents, options);
}

std::vector<Keys> LoadedRun::keys() {
    return keySnapshots(impl_->model, impl_->step);
}

std::vector<std::vector<double>> LoadedRun::weightNorms() {
    std::vector<std::vector<double>> all;
    if (impl_->config.some.experts == ExpertKind::none) return all;
    const std::map<std::string, at::Tensor> state = impl_->model->state(true);
    for (std::int64_t layer = 0; layer < impl_->config.model.num_layers; ++layer) {
        const std::string own =
            impl_->config.some.shared_library ? "" : "layers." + std::to_string(layer) + ".";
        const auto norms = [&](const char* matrix) {  // [E]
            return at::linalg_vector_norm(state.at(own + "some.experts." + matrix), 2,
                                          at::IntArrayRef({1, 2}), false, at::kFloat)
                .to(at::kDouble);
        };
        const at::Tensor both = at::hypot(norms("down"), norms("up")).cpu().contiguous();
        all.emplace_back(both.const_data_ptr<double>(),
                         both.const_data_ptr<double>() + both.numel());
    }
    return all;
}

std::map<std::string, TensorView> LoadedRun::state() {
    return viewsOf(impl_->model->state(true));  // of weights on the CPU, as they lie in the model
}

void LoadedRun::exportState(const fs::path& file) {
    saveTensors(file, impl_->model->state(true),
                {{"format", "pt"},
                 {"orrery.version", programVersion()},
                 {"orrery.step", std::to_string(impl_->step)},
                 {"orrery.config", toYaml(impl_->config)}});
}

std::vector<Continuation> LoadedRun::generate(const std::string& prompt,
                                              const GenerateOptions& options,
                                              const GenerateHooks& hooks) {
    return orrery::generate(impl_->model, impl_->tokenizer, prompt, options, hooks);
}

TextScore LoadedRun::score(const std::string& text, const ScoreOptions& options) {
    TextScore score = scoreText(impl_->model, impl_->tokenizer, text, options);
    score.step = impl_->step;
    return score;
}

AblationResult LoadedRun::ablate(const ExpertSet& experts, const AblationOptions& options) {
    AblationResult result =
        runAblation(impl_->model, ablationTextOf(*this, options), experts, options);
    result.step = impl_->step;
    return result;
}

AblationResult LoadedRun::ablateGuild(const ExpertPlace& guild, const AblationOptions& options) {
    const RoutedText text = ablationTextOf(*this, options);
    return ablated(impl_->model, text, findGuild(text, guild.layer, guild.expert, options), guild,
                   impl_->step, options);
}

std::vector<AblationResult> LoadedRun::ablateGuilds(int most_of_a_layer,
                                                    const AblationOptions& options) {
    const RoutedText text = ablationTextOf(*this, options);
    std::vector<AblationResult> results;
    for (int layer = 0; layer < std::ssize(text.layers); ++layer) {
        const auto guilds = findGuildsOf(text, layer, options);
        for (int i = 0; i < std::min<int>(most_of_a_layer, static_cast<int>(guilds.size())); ++i)
            results.push_back(ablated(impl_->model, text, guilds[static_cast<std::size_t>(i)],
                                      {layer, i}, impl_->step, options));
    }
    return results;
}

std::vector<ExpertEffect> LoadedRun::sweep(const AblationOptions& options) {
    return runSweep(impl_->model, ablationTextOf(*this, options), options);
}

AblationResult LoadedRun::ablate(const RoutedText& text, const ExpertSet& experts,
                                 const std::string& kind, const AblationOptions& options) {
    AblationResult result =
        runAblation(impl_->model, text, experts, options,
                    kind.empty() ? std::vector<bool>() : servedByGuild(text, experts, kind));
    result.step = impl_->step;
    return result;
}

std::vector<ProbeFinding> LoadedRun::probe(const std::function<bool()>& cancelled) {
    const Config& config = impl_->config;
    const Corpus own = openCorpus(config.data, fs::current_path(),
                                  static_cast<std::uint64_t>(config.train.seed), cancelled);
    const TokenFolder folder;
    const TokenCache tokens =
        TokenCache::open(*own.train, impl_->tokenizer, folder.path(), {}, cancelled);
    BatchOptions batches = trainingBatches(config);
    batches.prefetch = 0;
    const BatchTensors batch = toTensors(BatchStream(tokens, batches).batch(0));
    return judgeProbes(measureProbes(impl_->model, {batch.inputs, batch.targets}, config,
                                     impl_->step, impl_->total_steps),
                       config);
}

EvaluationResult LoadedRun::evaluate(const std::string& corpus,
                                     const std::function<bool()>& cancelled) {
    EvaluateOptions options;
    options.corpus = corpus;
    options.cancelled = cancelled;
    return evaluate(options);
}

EvaluationResult LoadedRun::evaluate(const EvaluateOptions& options) {
    DataConfig data = impl_->config.data;
    if (!options.corpus.empty()) {
        const auto documents = openDocuments(options.corpus, data, options.cancelled);
        return impl_->evaluateDocuments(*documents, options);
    }
    if (!options.domain.empty()) {
        if (!data.isEmbedded())
            throw Error("The run was trained on " + data.corpus +
                        ": only the embedded corpus has domains. Give a text with --corpus.");
        data.domain = options.domain;
    }
    const Corpus own =
        openCorpus(data, fs::current_path(), static_cast<std::uint64_t>(impl_->config.train.seed),
                   options.cancelled);
    if (options.domain.empty() && !impl_->corpus_hash.empty() && impl_->corpus_hash != own.hash)
        throw Error("The corpus " + data.corpus +
                    " has changed since the run: results would not be comparable with the run's "
                    "own. Restore it, or evaluate it as another text with --corpus.");
    return impl_->evaluateDocuments(*own.validation, options);
}

EvaluationResult LoadedRun::evaluate(const DataConfig& data, const EvaluateOptions& options) {
    const Corpus other =
        openCorpus(data, fs::current_path(), static_cast<std::uint64_t>(impl_->config.train.seed),
                   options.cancelled);
    return impl_->evaluateDocuments(*other.validation, options);
}

std::string lengthWarning(const Config& config, std::int64_t length) {
    if (length <= config.model.seq_len || config.model.positions != PositionEncoding::sinusoidal)
        return {};
    return "Positions beyond " + std::to_string(config.model.seq_len) +
           " were never trained, and sinusoidal positions do not extrapolate: expect a higher "
           "loss there. model.positions: rope or alibi are made for longer texts.";
}

}  // namespace orrery
