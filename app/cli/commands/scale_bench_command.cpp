// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands/bench_commands.h"
#include "app/cli/config_options.h"
#include "app/cli/output.h"
#include "app/cli/text_format.h"
#include "core/bench/scale_bench.h"
#include "core/ranks/local_ranks.h"
#include "core/threads.h"

namespace orrery::cli {
namespace {

struct ScaleOptions {
    ConfigOptions config;
    std::vector<int> processes = {1, 2};
    std::string predict;
    ScaleBenchOptions bench;
};

ScaleBench benchProcesses(const Config& config, int processes, const ScaleOptions& options) {
    if (processes == 1) return benchScale(config, {}, options.bench);
    std::vector<std::string> command = {
        siblingProgram("orrery-cli"), "bench",     "scale",
        options.config.file,          "--repeats", std::to_string(options.bench.repeats)};
    if (options.bench.threads > 0) {
        command.push_back("--threads");
        command.push_back(std::to_string(options.bench.threads));
    }
    LocalRanks others(processes, command, std::chrono::seconds(config.train.rank_timeout));
    return benchScale(config, others.place(), options.bench);
}

nlohmann::ordered_json scaleJson(const ScaleBench& bench) {
    return {{"processes", bench.processes},
            {"threads", bench.threads},
            {"sums_on_gpus", bench.sums_on_gpus},
            {"tokens_per_second", bench.tokensPerSecond()},
            {"seconds_per_step", bench.seconds},
            {"communication_seconds", bench.communication_seconds},
            {"communication_share", bench.communication_seconds / bench.seconds},
            {"bytes_per_step", bench.bytes},
            {"messages_per_step", bench.messages},
            {"link_bytes_per_second", bench.link.bytes_per_second},
            {"link_seconds", bench.link.seconds}};
}

/// Where one process was measured first, with as many threads as these have together.
bool predictable(const ScaleBench& bench, const ScaleBench& first) {
    return first.processes == 1 && bench.processes > 1 &&
           bench.processes * bench.threads == first.threads;
}

std::string scaleText(const std::vector<ScaleBench>& all) {
    std::vector<std::vector<std::string>> rows = {{"processes", "threads each", "tokens/s",
                                                   "of the first", "predicted", "communication",
                                                   "MB a step", "messages"}};
    for (const ScaleBench& bench : all)
        rows.push_back({std::to_string(bench.processes), std::to_string(bench.threads),
                        fixed(bench.tokensPerSecond(), 0),
                        fixed(bench.tokensPerSecond() / all.front().tokensPerSecond(), 2),
                        predictable(bench, all.front())
                            ? fixed(all.front().seconds / predictedHere(all.front(), bench), 2)
                            : "",
                        fixed(100 * bench.communication_seconds / bench.seconds, 1) + " %",
                        fixed(static_cast<double>(bench.bytes) / 1e6, 2),
                        std::to_string(bench.messages)});
    return table(rows);
}

struct ScalePrediction {
    Cluster cluster;
    double seconds = 0;
    double efficiency = 0;  // of tokens/s against as many single machines
};

/// Of the machine as it is: the first measurement of one process, and the traffic of several.
ScalePrediction predict(const Cluster& cluster, const std::vector<ScaleBench>& all) {
    const ScaleBench& one = all.front();
    const ScaleBench& several = all.back();
    if (one.processes != 1 || several.processes == 1)
        throw Error(
            "--predict needs --processes 1 first, and a number above 1: \"--processes 1,2\".");
    ScalePrediction prediction{cluster, predictedSeconds(one.seconds, cluster.nodes, several.bytes,
                                                         several.messages, cluster.link)};
    prediction.efficiency = one.seconds / (cluster.nodes * prediction.seconds);
    return prediction;
}

std::string predictionText(const ScalePrediction& p, const ScaleBench& one) {
    return "\n" + std::to_string(p.cluster.nodes) +
           " such machines: " + fixed(static_cast<double>(one.tokens) / p.seconds, 0) +
           " tokens/s, efficiency " + fixed(100 * p.efficiency, 1) +
           " %\nseconds = one / n + 2 (n - 1) / n * bytes / bandwidth + 2 (n - 1) * messages * "
           "latency\nLeft out: smaller batches use a processor worse, the slowest machine sets the "
           "pace, evaluations and checkpoints, other traffic.";
}

}  // namespace

void addScaleBench(CLI::App& bench, Context& context) {
    auto options = std::make_shared<ScaleOptions>();
    CLI::App* command = bench.add_subcommand(
        "scale",
        "Benchmark a training step on several processes: tokens per second, share of "
        "communication, bytes");
    command->add_option("CONFIG", options->config.file, "Configuration file (YAML)")->required();
    addSetOption(*command, options->config.sets);
    command->add_option("--processes", options->processes, "Numbers of processes, such as 1,2,4")
        ->delimiter(',')
        ->check(CLI::Range(1, 1024));
    command
        ->add_option("--threads", options->bench.threads,
                     "Threads of each process; by default the cores are shared out")
        ->check(CLI::Range(1, 1024));
    command
        ->add_option("--repeats", options->bench.repeats,
                     "Number of measurements; the median is reported")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_option("--predict", options->predict,
                        "Efficiency to expect of a cluster, such as \"nodes=8 gbit=100 us=5\"");
    command->add_flag("--json", context.json, "Print one JSON object");
    command->callback([options, &context] {
        const Config config = loadConfig(options->config);
        const RankPlace place = rankPlace(environmentVariables());
        if (place.rank > 0) {
            benchScale(config, place, options->bench);
            return;
        }
        Output output;
        const std::optional<Cluster> cluster =
            options->predict.empty() ? std::nullopt : std::optional(parseCluster(options->predict));
        std::vector<ScaleBench> all;
        for (const int processes : options->processes) {
            output.status("Training on " + std::to_string(processes));
            all.push_back(benchProcesses(config, processes, *options));
        }
        output.clearStatus();
        std::optional<ScalePrediction> prediction;
        if (cluster) prediction = predict(*cluster, all);
        if (!context.json) {
            output.line(scaleText(all) +
                        (prediction ? predictionText(*prediction, all.front()) : ""));
            return;
        }
        nlohmann::ordered_json json;
        for (const ScaleBench& each : all)
            json["processes"].push_back(scaleJson(each));
        if (prediction)
            json["prediction"] = {{"nodes", prediction->cluster.nodes},
                                  {"seconds_per_step", prediction->seconds},
                                  {"efficiency", prediction->efficiency}};
        output.line(json.dump());
    });
}

}  // namespace orrery::cli
