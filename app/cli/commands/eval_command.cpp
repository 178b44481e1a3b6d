// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/intervention_options.h"
#include "app/cli/output.h"
#include "app/cli/run_option.h"
#include "app/cli/text_format.h"

namespace orrery::cli {
namespace {

std::string asText(const EvaluationResult& result) {
    return table({{"step", std::to_string(result.step)},
                  {"loss", fixed(result.loss, 4) + "  (over " +
                               std::to_string(result.real_targets) + " real tokens)"},
                  {"loss with padding", fixed(result.loss_with_pads, 4) + "  (over " +
                                            std::to_string(result.targets) + " targets)"},
                  {"perplexity", fixed(result.perplexity, 3)},
                  {"bits per byte", fixed(result.bits_per_byte, 4)},
                  {"documents", std::to_string(result.documents)},
                  {"words", result.words > 0 ? std::to_string(result.words) : "-"},
                  {"word perplexity", fixed(result.word_perplexity, 3)}});
}

std::string asJson(const EvaluationResult& result) {
    nlohmann::ordered_json json = {{"step", result.step},
                                   {"loss", result.loss},
                                   {"loss_with_pads", result.loss_with_pads},
                                   {"perplexity", result.perplexity},
                                   {"bits_per_byte", result.bits_per_byte},
                                   {"real_targets", result.real_targets},
                                   {"targets", result.targets},
                                   {"documents", result.documents}};
    if (result.words > 0) {
        json["words"] = result.words;
        json["word_perplexity"] = result.word_perplexity;
    }
    return json.dump();
}

}  // namespace

void addEval(CLI::App& app, Context& context) {
    struct Options {
        RunOption run;
        EvaluateOptions how;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("eval",
                                           "Evaluate a checkpoint on all validation documents "
                                           "(evaluations during training use eval.batches)");
    addRunOption(*command, options->run);
    auto* corpus = command->add_option(
        "--corpus", options->how.corpus,
        "Text file or folder to evaluate on instead of the run's validation documents");
    command
        ->add_option("--domain", options->how.domain,
                     "Evaluate on the validation stories of this domain of the embedded corpus")
        ->excludes(corpus);
    command
        ->add_option("--words", options->how.words,
                     "Also report word-level perplexity; words are separated by white space "
                     "(spaces), and each end of a line counts as one more (wikitext)")
        ->check(CLI::IsMember({"spaces", "wikitext"}));
    command
        ->add_option("--length", options->how.length,
                     "Tokens of a sample; the default is model.seq_len. More than that "
                     "suits rope and alibi")
        ->check(CLI::Range(std::int64_t{2}, std::int64_t{1'000'000}));
    addInterventionOptions(*command, options->how.interventions);
    command->add_flag("--json", context.json, "Print one JSON object");
    command->callback([options, &context] {
        Interrupt interrupt(2);
        LoadedRun run = openRun(options->run);
        tellLength(run, options->how.length);
        options->how.cancelled = [&interrupt] { return interrupt.any(); };
        const auto result = run.evaluate(options->how);
        Output().line(context.json ? asJson(result) : asText(result));
    });
}

}  // namespace orrery::cli
