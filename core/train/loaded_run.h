// SPDX-License-Identifier: GPL-3.0-or-later
// A run's checkpoint ready for use: evaluate, generate, trace. Holds no tensor in its header.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/probes.h"
#include "core/analysis/run_analysis.h"
#include "core/config/config.h"
#include "core/data/documents.h"
#include "core/train/events.h"

namespace orrery {

struct EvaluationResult {
    std::int64_t step = 0;
    double loss = 0;  // token-weighted mean over real targets
    double loss_with_pads = 0;
    double perplexity = 0;  // exp(loss)
    double bits_per_byte = 0;
    std::int64_t real_targets = 0;
    std::int64_t targets = 0;
    std::int64_t documents = 0;
    std::int64_t words = 0;  // 0 = not counted
    /// exp(loss * real targets / words): what word-level models are compared by.
    double word_perplexity = std::numeric_limits<double>::quiet_NaN();
};

/// What a model is judged by: the run's own validation documents, unless something else is named.
struct EvaluateOptions {
    std::string corpus;               // a file or folder
    std::string domain;               // of the embedded corpus: its validation documents
    std::optional<bool> update_keys;  // in place of eval.update_keys
    /// As core/data/word_count.h counts: words and word_perplexity. Takes the whole text then,
    /// packed.
    std::string words;
    std::function<void(double loss, std::int64_t targets)> on_batch;  // of each batch in turn
    std::function<bool()> cancelled;
};

struct GenerateOptions {
    std::int64_t max_tokens = 200;
    double temperature = 0.8;  // of the sampling; 0 = greedy
    std::int64_t top_k = 40;   // of the sampling; 0 = all
    std::uint64_t seed = 1;
};

struct RouteOptions {
    std::int64_t most_tokens = 20'000;  // the text is cut there
    std::int64_t most_queries = 4'096;  // of the first tokens, which are kept
    std::function<bool()> cancelled;
};

/// One thread at a time (a pool thread, never the GUI's).
class LoadedRun {
public:
    /// The newest checkpoint at or below `step`, or the newest. Throws Error: none, damaged,
    /// foreign.
    static LoadedRun open(const std::filesystem::path& run_folder,
                          std::optional<std::int64_t> step = std::nullopt);

    std::int64_t step() const;
    const Config& config() const;
    Trace trace(const std::string& text);
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
    /// Writes the model under the names of core/README.md, section 9, experts included; metadata
    /// say version, step and configuration. Throws Error; an old file is then whole.
    void exportState(const std::filesystem::path& file);
    std::string generate(const std::string& prompt, const GenerateOptions& options,
                         const std::function<bool()>& cancelled = {});
    /// Over the run's own validation documents, or another file or folder. With eval.update_keys
    /// the keys go on from where the evaluation before left them; the run's checkpoint stays as it
    /// is.
    EvaluationResult evaluate(const std::string& corpus = {},
                              const std::function<bool()>& cancelled = {});
    EvaluationResult evaluate(const EvaluateOptions& options);

    /// The probes on the run's first training batch, with its checkpoint's weights and keys.
    std::vector<ProbeFinding> probe(const std::function<bool()>& cancelled = {});

private:
    struct Impl;
    explicit LoadedRun(std::shared_ptr<Impl> impl);
    std::shared_ptr<Impl> impl_;
};

/// Steps that have a complete checkpoint, ascending.
std::vector<std::int64_t> checkpointSteps(const std::filesystem::path& run_folder);

}  // namespace orrery
