// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/checks.h"
#include "app/cli/commands/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/intervention_options.h"
#include "app/cli/output.h"
#include "app/cli/run_option.h"
#include "app/cli/text_format.h"
#include "core/error.h"
#include "core/files/printable.h"

namespace orrery::cli {
namespace {

struct GenerateCommand {
    RunOption run;
    std::optional<std::string> prompt;
    GenerateOptions generate;
    std::int64_t logprobs = -1;  // alternatives of each token; negative = not asked for
};

void addSamplingOptions(CLI::App& command, GenerateOptions& options) {
    command.add_option("--tokens", options.max_tokens, "Maximum number of new tokens")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    command
        .add_option("--temperature", options.temperature,
                    "Sampling temperature; 0 = greedy decoding")
        ->check(isNumber(0, 100))
        ->capture_default_str();
    command.add_option("--top-k", options.top_k, "Sample from the k most likely tokens; 0 = all")
        ->check(CLI::Range(0, 1'000'000))
        ->capture_default_str();
    command
        .add_option("--top-p", options.top_p,
                    "Sample from the most likely tokens that together have this probability; 1 = "
                    "all")
        ->check(isNumber(0, 1))
        ->check([](const std::string& text) {
            return std::strtod(text.c_str(), nullptr) > 0 ? std::string() : "top-p must be above 0";
        })
        ->capture_default_str();
    command
        .add_option("--min-p", options.min_p,
                    "Sample from tokens of at least this share of the most likely one's "
                    "probability; 0 = all")
        ->check(isNumber(0, 1))
        ->capture_default_str();
    command
        .add_option("--repetition-penalty", options.repetition_penalty,
                    "Divide positive logits of tokens that have occurred by this, multiply "
                    "negative ones; 1 = none")
        ->check(isNumber(1, 100))
        ->capture_default_str();
    command.add_option("--seed", options.seed, "Sampling seed; further continuations add 1 each")
        ->check(isSeed())
        ->capture_default_str();
    command.add_option("--stop", options.stop, "End the text before this string (repeatable)")
        ->check([](const std::string& text) {
            return text.empty() ? std::string("the stop text is empty") : std::string();
        })
        ->allow_extra_args(false);
    command
        .add_option("--continuations", options.continuations,
                    "Number of continuations of each prompt, computed together")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    command
        .add_option("--context", options.context,
                    "Tokens that the model sees at most (default: model.seq_len); when they are "
                    "full, the older half is let go of")
        ->check(CLI::Range(1, 10'000'000));
}

const char* endWord(TextEnd end) {
    switch (end) {
        case TextEnd::endOfText:
            return "end of text";
        case TextEnd::stop:
            return "stop";
        case TextEnd::length:
            return "length";
    }
    return "";
}

nlohmann::ordered_json readingJson(const TokenReading& reading) {
    nlohmann::ordered_json json = {{"token", reading.token},
                                   {"piece", reading.piece},
                                   {"logprob", -reading.surprise},
                                   {"rank", reading.rank}};
    for (const TokenAlternative& other : reading.alternatives)
        json["alternatives"].push_back({{"token", other.token},
                                        {"piece", other.piece},
                                        {"logprob", std::log(other.probability)}});
    return json;
}

std::string generationJson(const GenerateCommand& asked, std::int64_t step,
                           const std::string& prompt, const std::vector<Continuation>& all) {
    nlohmann::ordered_json json = {
        {"step", step}, {"prompt", prompt}, {"text", prompt + all.front().text}};
    if (!asked.generate.interventions.empty())
        json["interventions"] = interventionsText(asked.generate.interventions);
    std::uint64_t seed = asked.generate.seed;
    for (const Continuation& one : all) {
        nlohmann::ordered_json entry = {{"seed", seed++},
                                        {"text", one.text},
                                        {"end", endWord(one.end)},
                                        {"tokens", one.tokens}};
        for (const TokenReading& reading : one.readings)
            entry["logprobs"].push_back(readingJson(reading));
        json["continuations"].push_back(std::move(entry));
    }
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string logprobTable(const Continuation& one) {
    std::vector<std::vector<std::string>> rows = {{"token", "logprob", "rank", "alternatives"}};
    for (const TokenReading& reading : one.readings) {
        std::string others;
        for (const TokenAlternative& other : reading.alternatives)
            others += (others.empty() ? "'" : "  '") + other.piece + "' " +
                      fixed(std::log(other.probability), 2);
        rows.push_back({"'" + reading.piece + "'", fixed(-reading.surprise, 3),
                        std::to_string(reading.rank), others});
    }
    return table(rows);
}

/// One continuation as it comes, several one after the other when they are whole.
void writeGenerated(LoadedRun& run, const GenerateCommand& asked, const std::string& prompt,
                    const Interrupt& interrupt, Output& output) {
    const bool streams = asked.generate.continuations == 1;
    std::string unshown = prompt;  // until the model has taken it
    GenerateHooks hooks;
    hooks.cancelled = [&] { return interrupt.any(); };
    if (streams)
        hooks.on_token = [&](const GeneratedToken& token) {
            const std::string text = std::exchange(unshown, "") + token.text;
            if (!text.empty()) output.part(text);
        };
    const std::vector<Continuation> all = run.generate(prompt, asked.generate, hooks);
    if (streams) output.line(unshown);
    std::uint64_t seed = asked.generate.seed;
    for (const Continuation& one : all) {
        if (!streams) output.line("--- seed " + std::to_string(seed++) + "\n" + prompt + one.text);
        if (asked.logprobs >= 0) output.line(logprobTable(one));
    }
}

}  // namespace

void addGenerate(CLI::App& app, Context& context) {
    auto options = std::make_shared<GenerateCommand>();
    CLI::App* command = app.add_subcommand("generate", "Generate text with a run's model");
    addRunOption(*command, options->run);
    command->add_option("--prompt", options->prompt,
                        "Prompt: the start of the text (default: each line of standard input is "
                        "one)");
    addSamplingOptions(*command, options->generate);
    command
        ->add_option("--logprobs", options->logprobs,
                     "Also the log probability of each token, and so many of the likeliest")
        ->check(CLI::Range(0, 1000));
    addInterventionOptions(*command, options->generate.interventions);
    command->add_flag("--json", context.json, "Print one JSON object for each prompt");
    command->callback([options, &context] {
        Interrupt interrupt(2);
        options->generate.readings = options->logprobs >= 0;
        options->generate.alternatives = std::max<std::int64_t>(options->logprobs, 0);
        LoadedRun run = openRun(options->run);
        tellLength(run, options->generate.context);
        if (!context.json) tellStep(run.step());
        Output output;
        const auto answer = [&](const std::string& prompt) {
            if (!context.json) return writeGenerated(run, *options, prompt, interrupt, output);
            GenerateHooks hooks;
            hooks.cancelled = [&] { return interrupt.any(); };
            output.line(generationJson(*options, run.step(), prompt,
                                       run.generate(prompt, options->generate, hooks)));
        };
        if (options->prompt) return answer(*options->prompt);
        bool any = false;
        for (std::string line; std::getline(std::cin, line); any = true) {
            if (line.ends_with('\r')) line.pop_back();  // lines as Windows ends them
            answer(line);
        }
        if (!any)
            throw Error("There is no prompt: give one with --prompt, or lines on standard input.");
    });
}

}  // namespace orrery::cli
