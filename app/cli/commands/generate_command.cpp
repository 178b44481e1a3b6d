// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/checks.h"
#include "app/cli/commands/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/run_option.h"
#include "app/cli/text_format.h"
#include "core/files/printable.h"

namespace orrery::cli {

void addGenerate(CLI::App& app, Context& context) {
    struct Options {
        RunOption run;
        std::string prompt;
        GenerateOptions generate;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("generate", "Generate text with a run's model");
    addRunOption(*command, options->run);
    command->add_option("--prompt", options->prompt, "Prompt: the start of the text")->required();
    command->add_option("--tokens", options->generate.max_tokens, "Maximum number of new tokens")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    command
        ->add_option("--temperature", options->generate.temperature,
                     "Sampling temperature; 0 = greedy decoding")
        ->check(isNumber(0, 100))
        ->capture_default_str();
    command
        ->add_option("--top-k", options->generate.top_k,
                     "Sample from the k most likely tokens; 0 = all")
        ->check(CLI::Range(0, 1'000'000))
        ->capture_default_str();
    command->add_option("--seed", options->generate.seed, "Sampling seed")
        ->check(isSeed())
        ->capture_default_str();
    command
        ->add_option("--length", options->generate.length,
                     "Tokens that the model sees at most; the default is model.seq_len. More than that "
                     "suits rope and alibi")
        ->check(CLI::Range(std::int64_t{2}, std::int64_t{1'000'000}));
    command->add_flag("--json", context.json, "Print one JSON object");
    command->callback([options, &context] {
        Interrupt interrupt(2);
        LoadedRun run = openRun(options->run);
        tellLength(run, options->generate.length);
        const std::string text = run.generate(options->prompt, options->generate,
                                              [&interrupt] { return interrupt.any(); });
        if (!context.json) tellStep(run.step());
        using Json = nlohmann::ordered_json;
        const Json answer = {{"step", run.step()}, {"prompt", options->prompt}, {"text", text}};
        Output output;
        output.line(context.json ? answer.dump(-1, ' ', false, Json::error_handler_t::replace)
                    : output.terminal() ? printable(text)
                                        : text);
    });
}

}  // namespace orrery::cli
