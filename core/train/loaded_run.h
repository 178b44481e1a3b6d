// SPDX-License-Identifier: GPL-3.0-or-later
// A run's checkpoint ready for use: evaluate, generate, trace. Holds no tensor in its header.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/ablation/ablation.h"
#include "core/analysis/probes.h"
#include "core/analysis/run_analysis.h"
#include "core/config/config.h"
#include "core/data/documents.h"
#include "core/events/ablation_options.h"
#include "core/events/events.h"
#include "core/events/model_queries.h"
#include "core/events/token_reading.h"
#include "core/files/safetensors.h"

namespace orrery {

/// One thread at a time (a pool thread, never the GUI's).
class LoadedRun {
public:
    /// The checkpoint of exactly this step, or the newest whole one. Throws Error: none, damaged,
    /// foreign.
    static LoadedRun open(const std::filesystem::path& run_folder,
                          std::optional<std::int64_t> step = std::nullopt);

    std::int64_t step() const;
    /// For people: why this is not the newest checkpoint. Empty when it is, or was asked for.
    const std::string& standIn() const;
    const Config& config() const;
    Trace trace(const std::string& text, const TraceOptions& options = {});
    /// The first words of the run's validation documents, `most` bytes at most. Throws Error (the
    /// text is gone), Cancelled.
    std::string validationBeginning(std::size_t most, const std::function<bool()>& cancelled = {});
    /// The experts of all tokens of these documents (route_text.h). Throws Error, Cancelled.
    RoutedText route(DocumentSource& documents, const RouteOptions& options);
    /// The key store of each layer; empty for a model without one.
    std::vector<Keys> keys();
    /// [L] of [E]: the length of both matrices of an expert together, without what LoRA adds; empty
    /// for a model without experts.
    std::vector<std::vector<double>> weightNorms();
    /// The model under the names of core/README.md, section 9, experts included; the views live as
    /// long as the run.
    std::map<std::string, TensorView> state();
    /// Writes the model under the names of core/README.md, section 9, experts included; metadata
    /// say version, step and configuration. Throws Error; an old file is then whole.
    void exportState(const std::filesystem::path& file);
    /// What the model writes behind a prompt, options.continuations times (text/generate.h). Throws
    /// Error, Cancelled.
    std::vector<Continuation> generate(const std::string& prompt, const GenerateOptions& options,
                                       const GenerateHooks& hooks = {});
    /// Over the run's own validation documents, or another file or folder. With eval.update_keys
    /// the keys go on from where the evaluation before left them; the run's checkpoint stays as it
    /// is.
    EvaluationResult evaluate(const std::string& corpus = {},
                              const std::function<bool()>& cancelled = {});
    EvaluationResult evaluate(const EvaluateOptions& options);
    /// Over the documents that `data` holds back for validation; corpus and domain of the options
    /// say nothing.
    EvaluationResult evaluate(const DataConfig& data, const EvaluateOptions& options);
    /// What the model says of each token of a text (text/score_text.h). Throws Error.
    TextScore score(const std::string& text, const ScoreOptions& options);
    /// What the removal of experts, or of a guild (layer, number), does to the losses of a text
    /// (text/run_ablation.h). Throws Error, Cancelled.
    AblationResult ablate(const ExpertSet& experts, const AblationOptions& options);
    AblationResult ablateGuild(const ExpertPlace& guild, const AblationOptions& options);
    /// The surest guilds of each layer, so many at most.
    std::vector<AblationResult> ablateGuilds(int most_of_a_layer, const AblationOptions& options);
    /// Every expert removed by itself.
    std::vector<ExpertEffect> sweep(const AblationOptions& options);

    /// The probes on the run's first training batch, with its checkpoint's weights and keys.
    std::vector<ProbeFinding> probe(const std::function<bool()>& cancelled = {});

private:
    struct Impl;
    explicit LoadedRun(std::shared_ptr<Impl> impl);
    std::shared_ptr<Impl> impl_;
};

/// For people: what a text longer than model.seq_len means for this model. Empty where nothing is
/// to be said.
std::string lengthWarning(const Config& config, std::int64_t length);

}  // namespace orrery
