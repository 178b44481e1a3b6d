// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <charconv>
#include <cmath>

#include "core/error.h"
#include "core/events/model_queries.h"
#include "core/train/checkpoint.h"
#include "core/train/measure_probes.h"
#include "core/train/text/generate.h"
#include "core/train/trainer_impl.h"

namespace orrery {
namespace {

/// Three decimals; huge and missing values as they are.
std::string fixed(double value) {
    std::array<char, 400> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                   std::chars_format::fixed, 3);
    return {digits.data(), end.ptr};
}

/// Keys that this step made rare (delta) or respawned.
void addKeyChanges(NamedValues& values, const std::vector<KeyChange>& changes) {
    for (std::size_t layer = 0; layer < changes.size(); ++layer) {
        const std::string name = "layer" + std::to_string(layer) + "/";
        values.emplace_back(name + "decayed", static_cast<double>(changes[layer].decayed));
        values.emplace_back(name + "respawned", static_cast<double>(changes[layer].respawned));
    }
}

/// The temperatures that keys.temperature: learned left in use.
void addTemperatures(NamedValues& values, LanguageModel& model, double temperature) {
    for (std::int64_t layer = 0; layer < model->config().model.num_layers; ++layer) {
        const at::Tensor learned = model->logTemperature(layer);
        if (learned.defined())
            values.emplace_back("layer" + std::to_string(layer) + "/temperature",
                                temperature * std::exp(learned.item<double>()));
    }
}

void addMemory(NamedValues& values, const std::string& device) {
    const DeviceMemory memory = deviceMemory(device);
    values.emplace_back("memory/used", static_cast<double>(memory.used));
    values.emplace_back("memory/total", static_cast<double>(memory.total));
}

}  // namespace

void Trainer::Impl::afterStep(const StepResult& result, const StepInput& input, double seconds) {
    TrainingRun& run = *run_;
    ++run.step;
    run.real_tokens += result.real_targets;
    reporter.progress.step = run.step;
    reporter.progress.epoch = run.epoch();
    reporter.progress.loss = result.loss;
    run.statistics.add(result.routing, input.targets);
    rememberRespawns(result.key_changes);
    NamedValues values = stepValues(result, seconds);
    const bool last = run.step == run.total_steps;
    if (last || due(run.config.snapshots.usage_every)) {
        for (const Usage& usage : run.statistics.usageEvents(run.step))
            reporter.publish(usage);
        const auto more = run.statistics.takeValues(run.model, result.routing, input.targets);
        values.insert(values.end(), more.begin(), more.end());
        addKeyChanges(values, synchronized(result.key_changes));
        addTemperatures(values, run.model, run.config.train.temperature);
        addMemory(values, reporter.device);
        if (run.config.some.balance_loss > 0)
            values.emplace_back("train/balance_loss", result.balance_loss);
    }
    reporter.scalars(std::move(values));
    if (last || due(run.config.snapshots.keys_every)) snapshotKeys(true);
    estimateTimeLeft(seconds);
    reporter.publishProgress();
    consistent = true;
    if (!last && due(run.config.eval.every)) evaluateNow();
    if (!last && due(run.config.checkpoint.every)) saveNow();
}

NamedValues Trainer::Impl::stepValues(const StepResult& result, double seconds) const {
    const auto batches = static_cast<double>(run_->batches.batchesPerEpoch());
    Progress& progress = reporter.progress;
    progress.tokens_per_second = static_cast<double>(result.targets) / seconds;
    progress.real_tokens_per_second = static_cast<double>(result.real_targets) / seconds;
    return {{"train/loss", result.loss},
            {"train/loss_with_pads", result.loss_with_pads},
            {"train/perplexity", std::exp(result.loss)},
            {"train/learning_rate", result.learning_rate},
            {"train/gradient_norm", result.gradient_norm},
            {"train/tokens_per_second", progress.tokens_per_second},
            {"train/real_tokens_per_second", progress.real_tokens_per_second},
            {"train/real_tokens", static_cast<double>(run_->real_tokens)},
            {"time/epoch", static_cast<double>(run_->step) / batches}};
}

void Trainer::Impl::estimateTimeLeft(double seconds) {
    constexpr double share = 0.05;  // of the newest step
    step_seconds = step_seconds == 0 ? seconds : (1 - share) * step_seconds + share * seconds;
    reporter.progress.seconds_left =
        step_seconds * static_cast<double>(run_->total_steps - run_->step);
}

void Trainer::Impl::rememberRespawns(const std::vector<KeyChange>& changes) {
    for (std::size_t layer = 0; layer < changes.size(); ++layer)
        for (const std::int64_t expert : changes[layer].respawned_experts)
            respawned[static_cast<int>(layer)].insert(static_cast<int>(expert));
}

void Trainer::Impl::publishRespawns() {
    for (const auto& [layer, experts] : respawned)
        reporter.publish(Respawned{
            run_->step, reporter.clock.seconds(), layer, {experts.begin(), experts.end()}});
    respawned.clear();
}

/// The last snapshot of a stopped run leaves the base of key_drift as it is: the run may go on.
void Trainer::Impl::snapshotKeys(bool with_drift) {
    publishRespawns();
    for (Keys& keys : keySnapshots(run_->model, run_->step))
        reporter.publish(std::make_shared<const Keys>(std::move(keys)));
    snapshot_step = run_->step;
    if (!with_drift) return;
    NamedValues drift = run_->statistics.takeDrift(run_->model);
    if (!drift.empty()) reporter.scalars(std::move(drift));
}

/// False when it was stopped before its end.
bool Trainer::Impl::evaluateNow() {
    const std::string phase = reporter.progress.phase;
    EvaluatorOptions evaluator;
    evaluator.step = run_->step;
    evaluator.total_steps = run_->total_steps;
    evaluator.batches = run_->config.eval.batches;
    evaluator.expert_tokens = true;
    evaluator.cancelled = cancelled();
    evaluator.progress = [this](double fraction) { reporter.phase("Evaluating", fraction); };
    bool complete = true;
    try {
        publishEvaluation(evaluate(run_->model, run_->data.validation, run_->data.tokenizer,
                                   run_->config, evaluator));
        sampleText();
    } catch (const Cancelled&) {
        complete = false;
        reporter.message("evaluation", "The evaluation was stopped.");
    }
    reporter.phase(phase);
    return complete;
}

void Trainer::Impl::publishEvaluation(const Evaluation& evaluation) {
    const EvaluationResult& result = evaluation.result;
    run_->validation_loss = result.loss;
    run_->validation_step = run_->step;
    if (result.loss < run_->best_loss || std::isnan(run_->best_loss)) run_->best_loss = result.loss;
    reporter.scalars({{"val/loss", result.loss},
                      {"val/loss_with_pads", result.loss_with_pads},
                      {"val/perplexity", result.perplexity},
                      {"val/bits_per_byte", result.bits_per_byte}});
    reporter.message("evaluation",
                     "Validation loss " + fixed(result.loss) + " (" + fixed(result.loss_with_pads) +
                         " with padding), perplexity " + fixed(result.perplexity) + ", " +
                         fixed(result.bits_per_byte) + " bits per byte, over " +
                         std::to_string(result.real_targets) + " tokens.");
    for (const ExpertTokens& tokens : evaluation.expert_tokens)
        reporter.publish(tokens);
}

/// What would mislead a reader of this run (core/README.md, section 8), on its first batch.
void Trainer::Impl::reportProbes() {
    reporter.phase("Probing");
    const auto findings = judgeProbes(
        measureProbes(run_->model, run_->input(0), run_->config, run_->step, run_->total_steps),
        run_->config);
    for (const ProbeFinding& finding : findings)
        reporter.message("probe", finding.message(),
                         finding.fires ? Severity::warning : Severity::info);
    fired = firedProbes(findings);
    options.remember("probes", fired);
}

void Trainer::Impl::sampleText() {
    GenerateOptions generate;
    generate.max_tokens = 60;
    generate.seed = static_cast<std::uint64_t>(run_->config.train.seed);
    reporter.message(
        "sample", generateText(run_->model, run_->data.tokenizer, prompt, generate, cancelled()));
}

/// Where the folder went by another name, it is still the run's.
void Trainer::Impl::followFolder() {
    std::filesystem::path now;
    try {
        now = options.locate();
    } catch (const Error&) {
        return;  // the next save says so
    }
    if (now == options.folder.path) return;
    reporter.message("log",
                     "The run's folder " + options.folder.path.string() + " was moved to " +
                         now.string() + ": the run goes on there.",
                     Severity::warning);
    options.folder.path = now;
    mailbox = Mailbox(options.folder);
}

/// The files that a run can't be opened without, written anew where somebody removed them.
void Trainer::Impl::requireFiles() {
    followFolder();
    for (const std::string& name : restoreRunFiles(options.folder, options.config, options.record,
                                                   run_->data.tokenizer.bytes()))
        reporter.message("log",
                         (options.folder.path / name).string() +
                             " was removed while the run trains. It was written anew.",
                         Severity::warning);
}

/// False when it could not be written; then training pauses and the run lives on. Throws Error when
/// the folder is gone: no pause brings it back.
bool Trainer::Impl::saveNow() {
    const std::string phase = reporter.progress.phase;
    reporter.phase("Saving");
    publishRespawns();
    options.locate();
    try {
        requireFiles();
        // A run that is killed now resumes here: its events up to here must be on the disk.
        options.keep();
        writeCheckpoint(options.folder.path, run_->checkpoint(reporter.clock.seconds()),
                        run_->config.checkpoint.keep);
        saved_step = run_->step;
        reporter.message("checkpoint", savedText(run_->step));
        options.keep();
        save_failed = false;
    } catch (const Error& error) {
        save_failed = true;
        paused = true;
        reporter.message(
            "checkpoint",
            std::string(error.what()) +
                " Older checkpoints are intact. Training is paused: resume to try again.",
            Severity::error);
    }
    reporter.phase(phase);
    return !save_failed;
}

}  // namespace orrery
