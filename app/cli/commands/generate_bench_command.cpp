// SPDX-License-Identifier: GPL-3.0-or-later
// bench generate
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands/bench_commands.h"
#include "app/cli/config_options.h"
#include "app/cli/output.h"
#include "app/cli/text_format.h"
#include "core/bench/generate_bench.h"
#include "core/bench/machine.h"
#include "core/runs/run_folder.h"

namespace orrery::cli {
namespace {

std::string generateBenchText(const std::vector<GenerateBench>& rows) {
    std::vector<std::vector<std::string>> lines = {{"batch", "prompt", "tokens", "prefill tokens/s",
                                                    "decode tokens/s", "ms per step",
                                                    "uncached tokens/s", "faster", "cache MB"}};
    for (const GenerateBench& row : rows) {
        const bool both = row.uncached_seconds > 0;
        lines.push_back({std::to_string(row.batch), std::to_string(row.prompt_tokens),
                         std::to_string(row.tokens), fixed(row.prefillRate(), 0),
                         fixed(row.decodeRate(), 1),
                         fixed(row.decode_seconds * 1e3 / static_cast<double>(row.tokens), 3),
                         both ? fixed(row.uncachedRate(), 1) : "-",
                         both ? fixed(row.uncached_seconds / row.decode_seconds, 1) + " x" : "-",
                         fixed(row.cache_bytes / 1e6, 1)});
    }
    return table(lines);
}

std::string generateBenchJson(const std::vector<GenerateBench>& rows) {
    nlohmann::ordered_json json = {{"version", programVersion()}, {"processor", processorName()}};
    for (const GenerateBench& row : rows) {
        json["rows"].push_back({{"batch", row.batch},
                                {"prompt_tokens", row.prompt_tokens},
                                {"tokens", row.tokens},
                                {"prefill_tokens_per_second", row.prefillRate()},
                                {"decode_tokens_per_second", row.decodeRate()},
                                {"cache_bytes", row.cache_bytes}});
        if (row.uncached_seconds > 0)
            json["rows"].back()["uncached_tokens_per_second"] = row.uncachedRate();
    }
    return json.dump();
}

}  // namespace

void addGenerateBench(CLI::App& bench, Context& context) {
    struct Options {
        ConfigOptions config;
        GenerateBenchOptions bench;
        bool cached_only = false;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = bench.add_subcommand(
        "generate", "Benchmark generation: prefill and decoding, beside a forward pass a token");
    command->add_option("CONFIG", options->config.file, "Configuration file (YAML)")->required();
    addSetOption(*command, options->config.sets);
    command->add_option("--batch", options->bench.batches, "Texts at once")
        ->check(CLI::Range(1, 4096))
        ->delimiter(',')
        ->capture_default_str();
    command
        ->add_option("--prompt-tokens", options->bench.prompt_tokens,
                     "Tokens of each prompt (default: half of model.seq_len)")
        ->check(CLI::Range(1, 10'000'000));
    command
        ->add_option("--tokens", options->bench.tokens,
                     "Tokens written behind each (default: until model.seq_len)")
        ->check(CLI::Range(1, 10'000'000));
    command
        ->add_option("--repeats", options->bench.repeats,
                     "Number of measurements; the median is reported")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_flag("--cached-only", options->cached_only, "Leave the uncached way out");
    command->add_flag("--json", context.json, "Print one JSON object");
    command->callback([options, &context] {
        Output output;
        options->bench.uncached = !options->cached_only;
        options->bench.progress = [&](const std::string& phase) { output.status(phase); };
        const auto rows = benchGenerate(loadConfig(options->config), options->bench);
        output.clearStatus();
        output.line(context.json ? generateBenchJson(rows) : generateBenchText(rows));
    });
}

}  // namespace orrery::cli
