// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>

#include "app/cli/commands/bench_commands.h"
#include "app/cli/config_options.h"
#include "app/cli/output.h"
#include "app/cli/text_format.h"
#include "core/analysis/projection.h"
#include "core/bench/machine.h"
#include "core/bench/step_bench.h"
#include "core/bench/step_trace.h"
#include "core/config/fields.h"
#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/runs/run_folder.h"

namespace orrery::cli {
namespace {

/// How OpenMP's threads wait for one another, which the naive way's many small operations meet more
/// often than a step's few: ratios are of one policy.
std::string waitingText() {
    const char* policy = std::getenv("OMP_WAIT_POLICY");
    const char* spins = std::getenv("GOMP_SPINCOUNT");
    return std::string(policy ? policy : "default") + (spins ? std::string(", ") + spins : "");
}

std::string planText(const ThreadPlan& plan) {
    return std::to_string(plan.threads) + (plan.threads == 1 ? " thread" : " threads") +
           (plan.sleep ? ", sleeping" : "");
}

std::string besideText(const StepBench& bench) {
    if (bench.beside == 0) return {};
    return "beside " + std::to_string(bench.beside) + " busy processes: " +
           fixed(static_cast<double>(bench.tokens) / bench.beside_seconds, 0) + " tokens/s, " +
           fixed(100 * bench.seconds / bench.beside_seconds, 0) + " % of the idle machine's (" +
           planText(bench.beside_plan) + ")\n";
}

std::string stepBenchText(const StepBench& bench) {
    std::vector<std::vector<std::string>> rows = {{"part", "ms per step", "share"}};
    for (const StepPart& part : bench.parts)
        rows.push_back({part.name, fixed(part.seconds * 1e3, 1),
                        fixed(100 * part.seconds / bench.seconds, 1) + " %"});
    rows.push_back({"step", fixed(bench.seconds * 1e3, 1), "100 %"});
    std::string text = (bench.gpu.empty() ? "" : bench.gpu + ", ") + bench.processor + ", " +
                       planText(bench.plan) + " of " + std::to_string(bench.available_threads) +
                       " (waiting: " + waitingText() + ")\n" +
                       (bench.precision.empty() ? "" : bench.precision + "\n") +
                       fixed(bench.tokensPerSecond(), 0) + " tokens/s, " + fixed(bench.gflops, 1) +
                       " GF/s: " + fixed(100 * bench.gflops / bench.sgemm_gflops, 1) +
                       " % of the peak of a large matrix product, " + fixed(bench.sgemm_gflops, 1) +
                       "\n";
    text += besideText(bench);
    if (bench.naive_seconds > 0)
        text += "naive: " + fixed(static_cast<double>(bench.tokens) / bench.naive_seconds, 0) +
                " tokens/s; " + fixed(bench.naive_seconds / bench.seconds, 2) +
                " times the time per step\n";
    const auto share = [&](double seconds) {
        return fixed(100 * seconds / bench.seconds, 2) + " % of a step";
    };
    double keys = 0;
    for (const StepPart& part : bench.parts)
        if (part.name == "key update") keys = part.seconds;
    return text + "peak memory " + fixed(static_cast<double>(bench.peak_memory) / 1e6, 0) +
           " MB, " + fixed(static_cast<double>(bench.peak_memory - bench.base_memory) / 1e6, 0) +
           " of them for the run (estimated before: " + fixed(bench.estimated_memory / 1e6, 0) +
           ")\nkey update " + share(keys) +
           "; data loading and logging, which run on other threads, " +
           share(bench.data_seconds + bench.record_seconds) + "\n\n" + table(rows);
}

/// What took most of the traced step, by the name of the operation.
std::string operationsText(const std::vector<TraceSpan>& spans) {
    constexpr std::size_t kShown = 25;
    std::map<std::string, std::pair<double, int>> by_name;
    double total = 0;
    for (const TraceSpan& span : spans) {
        auto& [seconds, calls] = by_name[span.name];
        seconds += span.own_seconds;
        ++calls;
        total += span.own_seconds;
    }
    std::vector<std::pair<std::string, std::pair<double, int>>> order(by_name.begin(),
                                                                      by_name.end());
    std::ranges::sort(order,
                      [](const auto& a, const auto& b) { return a.second.first > b.second.first; });
    if (order.size() > kShown) order.resize(kShown);
    std::vector<std::vector<std::string>> rows = {
        {"operation (self time)", "calls", "ms", "share"}};
    for (const auto& [name, cost] : order)
        rows.push_back({name, std::to_string(cost.second), fixed(cost.first * 1e3, 2),
                        fixed(100 * cost.first / total, 1) + " %"});
    return "\n" + table(rows);
}

std::string stepBenchJson(const StepBench& bench) {
    nlohmann::ordered_json json = {{"version", programVersion()},
                                   {"device", bench.device},
                                   {"gpu", bench.gpu},
                                   {"cuda_graph", bench.cuda_graph},
                                   {"processor", bench.processor},
                                   {"precision", bench.precision},
                                   {"threads", bench.plan.threads},
                                   {"threads_sleep", bench.plan.sleep},
                                   {"available_threads", bench.available_threads},
                                   {"openmp_waiting", waitingText()},
                                   {"tokens_per_step", bench.tokens},
                                   {"seconds_per_step", bench.seconds},
                                   {"fastest_seconds_per_step", bench.fastest_seconds},
                                   {"tokens_per_second", bench.tokensPerSecond()},
                                   {"flop_per_token", bench.flop_per_token},
                                   {"gflops", bench.gflops},
                                   {"sgemm_gflops", bench.sgemm_gflops},
                                   {"peak_memory_bytes", bench.peak_memory},
                                   {"base_memory_bytes", bench.base_memory},
                                   {"estimated_memory_bytes", bench.estimated_memory},
                                   {"data_seconds", bench.data_seconds},
                                   {"record_seconds", bench.record_seconds}};
    if (bench.beside > 0)
        json["beside"] = {{"busy_processes", bench.beside},
                          {"seconds_per_step", bench.beside_seconds},
                          {"threads", bench.beside_plan.threads},
                          {"threads_sleep", bench.beside_plan.sleep}};
    if (bench.naive_seconds > 0) {
        json["naive_seconds_per_step"] = bench.naive_seconds;
        json["naive_fastest_seconds_per_step"] = bench.naive_fastest_seconds;
    }
    for (const StepPart& part : bench.parts)
        json["parts"][part.name] = part.seconds;
    return json.dump();
}

void addStepBench(CLI::App& bench, Context& context) {
    struct Options {
        ConfigOptions config;
        std::string baseline, trace, device;
        StepBenchOptions bench;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = bench.add_subcommand(
        "step", "Benchmark a training step: tokens per second, and the time of each part");
    command->add_option("CONFIG", options->config.file, "Configuration file (YAML)")->required();
    addSetOption(*command, options->config.sets);
    command
        ->add_option("--baseline", options->baseline, "Also measure this baseline implementation")
        ->check(CLI::IsMember({"naive"}));
    command->add_option("--device", options->device, "Device to use instead of train.device")
        ->check(CLI::IsMember(findField("train.device")->words()));
    command
        ->add_option("--repeats", options->bench.repeats,
                     "Number of measurements; the median is reported")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command
        ->add_option("--beside", options->bench.beside,
                     "Also measure beside that many processes that compute all the time")
        ->check(CLI::Range(0, 1024));
    command->add_option(
        "--trace", options->trace,
        "Write a trace of every operation of one step to this file (Chrome trace format)");
    command->add_flag("--json", context.json, "Print one JSON object");
    command->callback([options, &context] {
        Output output;
        Config config = loadConfig(options->config);
        if (!options->device.empty()) findField("train.device")->set(config, options->device);
        options->bench.naive = options->baseline == "naive";
        options->bench.progress = [&](const std::string& phase) { output.status(phase); };
        std::vector<TraceSpan> spans;
        if (!options->trace.empty()) {
            spans = traceStep(config);
            writeFileAtomically(options->trace, chromeTrace(spans));
        }
        const StepBench result = benchStep(config, options->bench);
        output.clearStatus();
        output.line(context.json ? stepBenchJson(result) : stepBenchText(result));
        if (!spans.empty() && !context.json) output.line(operationsText(spans));
    });
}

std::vector<float> randomKeys(int count, int dimensions) {
    std::mt19937 engine(1);
    std::normal_distribution<float> normal;
    std::vector<float> keys(static_cast<std::size_t>(count) * static_cast<std::size_t>(dimensions));
    for (float& value : keys)
        value = normal(engine);
    return keys;
}

void addProjectionBench(CLI::App& bench, Context& context) {
    struct Options {
        int keys = 512, dimensions = 512;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command =
        bench.add_subcommand("projection", "Benchmark the projections of a key store");
    command->add_option("--keys", options->keys)
        ->check(CLI::Range(2, 1'000'000))
        ->capture_default_str();
    command->add_option("--dimensions", options->dimensions)
        ->check(CLI::Range(2, 65536))
        ->capture_default_str();
    command->add_flag("--json", context.json, "Print one JSON object");
    command->callback([options, &context] {
        const auto keys = randomKeys(options->keys, options->dimensions);
        nlohmann::ordered_json json = {{"version", programVersion()},
                                       {"processor", processorName()},
                                       {"keys", options->keys},
                                       {"dimensions", options->dimensions}};
        std::vector<std::vector<std::string>> rows = {{"method", "seconds"}};
        for (const std::string name : {"pca", "umap", "tsne"}) {
            ProjectionOptions projection;
            projection.method = parseProjectionMethod(name);
            const double seconds =
                secondsOf([&] { project(keys, options->keys, options->dimensions, projection); });
            json["seconds"][name] = seconds;
            rows.push_back({name, fixed(seconds, 2)});
        }
        Output().line(context.json ? json.dump() : table(rows));
    });
}

}  // namespace

void addBench(CLI::App& app, Context& context) {
    CLI::App* bench = app.add_subcommand("bench", "Benchmark training on this machine");
    bench->require_subcommand(1);
    addStepBench(*bench, context);
    addPartBenches(*bench, context);
    addScaleBench(*bench, context);
    addGenerateBench(*bench, context);
    addProjectionBench(*bench, context);
    addNearestBench(*bench, context);
}

}  // namespace orrery::cli
