// SPDX-License-Identifier: GPL-3.0-or-later
// bench ops, bench keys and bench data: parts of a step, and what surrounds it
#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands/bench_commands.h"
#include "app/cli/config_options.h"
#include "app/cli/output.h"
#include "app/cli/text_format.h"
#include "core/bench/data_bench.h"
#include "core/bench/key_bench.h"
#include "core/bench/machine.h"
#include "core/bench/op_bench.h"
#include "core/runs/run_folder.h"

namespace orrery::cli {
namespace {

using PartJson = nlohmann::ordered_json;

PartJson machineJson(int threads) {
    return {{"version", programVersion()}, {"processor", processorName()}, {"threads", threads}};
}

std::string opsText(const OpBenches& bench) {
    std::vector<std::vector<std::string>> rows = {{"operation, one layer", "ms", "reference ms",
                                                   "ratio", "torch's best ms", "ratio", "GF/s",
                                                   "bound ms", "of the bound"}};
    const auto torch = [](const OpBench& op, double value, int digits) {
        return op.torch_seconds == 0 ? std::string("-") : fixed(value, digits);
    };
    for (const OpBench& op : bench.ops)
        rows.push_back(
            {op.name, fixed(op.seconds * 1e3, 2), fixed(op.slow_seconds * 1e3, 2),
             fixed(op.slow_seconds / op.seconds, 1), torch(op, op.torch_seconds * 1e3, 2),
             torch(op, op.torch_seconds / op.seconds, 1), fixed(op.gflop / op.seconds, 1),
             fixed(bench.bound(op) * 1e3, 2), fixed(100 * bench.bound(op) / op.seconds, 0) + " %"});
    return processorName() + ", " + std::to_string(bench.threads) +
           " threads: peak of a large matrix product " + fixed(bench.sgemm_gflops, 1) +
           " GF/s, of a large sum " + fixed(bench.copy_gbytes, 1) + " GB/s\n\n" + table(rows);
}

std::string opsJson(const OpBenches& bench) {
    PartJson json = machineJson(bench.threads);
    json["sgemm_gflops"] = bench.sgemm_gflops;
    json["copy_gbytes_per_second"] = bench.copy_gbytes;
    for (const OpBench& op : bench.ops)
        json["operations"].push_back({{"name", op.name},
                                      {"seconds", op.seconds},
                                      {"slow_seconds", op.slow_seconds},
                                      {"torch_seconds", op.torch_seconds},
                                      {"gflop", op.gflop},
                                      {"gbytes", op.gbytes},
                                      {"bound_seconds", bench.bound(op)}});
    return json.dump();
}

std::string keysText(const Config& config, const KeyBench& bench) {
    const double both = bench.gather_seconds + bench.apply_seconds;
    return table({{"one layer", "ms"},
                  {"sums over tokens", fixed(bench.gather_seconds * 1e3, 2)},
                  {"applying the update", fixed(bench.apply_seconds * 1e3, 2)},
                  {"token by token", fixed(bench.naive_seconds * 1e3, 2)}}) +
           "\n" + fixed(bench.naive_seconds / both, 1) + " times faster than token by token; " +
           fixed(both * static_cast<double>(config.model.num_layers) * 1e3, 2) +
           " ms per step of " + std::to_string(config.model.num_layers) + " layers";
}

std::string keysJson(const KeyBench& bench) {
    PartJson json = machineJson(bench.threads);
    json["gather_seconds"] = bench.gather_seconds;
    json["apply_seconds"] = bench.apply_seconds;
    json["naive_seconds"] = bench.naive_seconds;
    return json.dump();
}

std::string dataText(const DataBench& bench) {
    return table({{"what", "ms"},
                  {"tokenizing 1 MB of text", fixed(bench.encode_seconds * 1e3, 1)},
                  {"loading a batch", fixed(bench.batch_seconds * 1e3, 3)},
                  {"logging a step", fixed(bench.record_seconds * 1e3, 3)}}) +
           "\nA key snapshot has " + fixed(bench.snapshot_bytes / 1e6, 2) + " MB.";
}

std::string dataJson(const DataBench& bench) {
    PartJson json = machineJson(1);
    json["encode_seconds_per_megabyte"] = bench.encode_seconds;
    json["batch_seconds"] = bench.batch_seconds;
    json["record_seconds"] = bench.record_seconds;
    json["snapshot_bytes"] = bench.snapshot_bytes;
    return json.dump();
}

/// `answer(config, repeats, as_json)` measures and says what it found.
using Answer = std::function<std::string(const Config&, int, bool)>;

void addPartBench(CLI::App& bench, Context& context, const char* name, const char* help,
                  const Answer& answer) {
    struct Options {
        ConfigOptions config;
        int repeats = 5;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = bench.add_subcommand(name, help);
    command->add_option("CONFIG", options->config.file, "Configuration file (YAML)")->required();
    addSetOption(*command, options->config.sets);
    command
        ->add_option("--repeats", options->repeats,
                     "Number of measurements; the median is reported")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_flag("--json", context.json, "Print one JSON object");
    command->callback([options, answer, &context] {
        const Config config = loadConfig(options->config);
        Output().line(answer(config, options->repeats, context.json));
    });
}

}  // namespace

void addPartBenches(CLI::App& bench, Context& context) {
    addPartBench(
        bench, context, "ops",
        "Benchmark each operation of a step against its slow reference and the machine's peak",
        [](const Config& config, int repeats, bool json) {
            const OpBenches result = benchOps(config, repeats);
            return json ? opsJson(result) : opsText(result);
        });
    addPartBench(bench, context, "keys",
                 "Benchmark the key update, and a token-by-token implementation of it",
                 [](const Config& config, int repeats, bool json) {
                     const KeyBench result = benchKeys(config, repeats);
                     return json ? keysJson(result) : keysText(config, result);
                 });
    addPartBench(bench, context, "data", "Benchmark tokenization, batch loading and logging",
                 [](const Config& config, int repeats, bool json) {
                     const DataBench result = benchData(config, repeats);
                     return json ? dataJson(result) : dataText(result);
                 });
}

}  // namespace orrery::cli
