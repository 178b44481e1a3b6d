// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loop/evaluations.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "core/error.h"
#include "core/events/model_queries.h"
#include "core/train/ranks/rank_checksum.h"
#include "core/train/text/generate.h"
#include "core/train/text/trace_text.h"

namespace orrery {
namespace {

constexpr std::size_t kPromptTokens = 6;
constexpr std::int64_t kSampleTokens = 60;

/// Three decimals; huge and missing values as they are.
std::string threeDecimals(double value) {
    std::array<char, 400> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                   std::chars_format::fixed, 3);
    return {digits.data(), end.ptr};
}

/// The first words of the first text that is not trained on.
std::string promptOf(const PreparedData& data) {
    const auto words =
        data.validation.documents() > 0 ? data.validation.document(0) : data.train.document(0);
    const std::size_t count = std::min(words.size(), kPromptTokens);
    return data.tokenizer.decode(
        {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count)});
}

}  // namespace

Evaluations::Evaluations(TrainingRun& run, std::function<bool()> cancelled, Reporter& reporter)
    : run_(run),
      cancelled_(std::move(cancelled)),
      reporter_(reporter),
      prompt_(promptOf(run.data)) {}

bool Evaluations::evaluate() {
    const std::string phase = reporter_.progress.phase;
    run_.lead.give(RankOrder::evaluate, run_.config);
    requireEqualRanks(run_.model->state(false), run_.ranks);
    EvaluatorOptions evaluator = run_.evaluatorOptions();
    evaluator.cancelled = cancelled_;
    evaluator.progress = [this](double fraction) { reporter_.phase("Evaluating", fraction); };
    bool complete = true;
    try {
        publish(orrery::evaluate(run_.model, run_.data.validation, run_.data.tokenizer, run_.config,
                                 evaluator));
        sampleText();
    } catch (const Cancelled&) {
        complete = false;
        reporter_.message("evaluation", "The evaluation was stopped.");
    }
    reporter_.phase(phase);
    return complete;
}

void Evaluations::publish(const Evaluation& evaluation) {
    const EvaluationResult& result = evaluation.result;
    run_.validation.add(run_.step, result.loss);
    reporter_.scalars({{"val/loss", result.loss},
                       {"val/loss_with_pads", result.loss_with_pads},
                       {"val/perplexity", result.perplexity},
                       {"val/bits_per_byte", result.bits_per_byte}});
    reporter_.message("evaluation",
                      "Validation loss " + threeDecimals(result.loss) + " (" +
                          threeDecimals(result.loss_with_pads) + " with padding), perplexity " +
                          threeDecimals(result.perplexity) + ", " +
                          threeDecimals(result.bits_per_byte) + " bits per byte, over " +
                          std::to_string(result.real_targets) + " tokens.");
    for (const ExpertTokens& tokens : evaluation.expert_tokens)
        reporter_.publish(tokens);
}

void Evaluations::sampleText() {
    GenerateOptions generate;
    generate.max_tokens = kSampleTokens;
    generate.seed = static_cast<std::uint64_t>(run_.config.train.seed);
    reporter_.message("sample",
                      generateText(run_.model, run_.data.tokenizer, prompt_, generate, cancelled_));
}

void Evaluations::trace(const std::string& text, std::int64_t write) {
    TraceOptions options;
    options.write = write;
    try {
        reporter_.publish(traceText(run_.model, run_.data.tokenizer, text, run_.step, options));
    } catch (const Error& error) {
        reporter_.message("log", std::string("The text can't be traced: ") + error.what(),
                          Severity::error);
    }
}

}  // namespace orrery
