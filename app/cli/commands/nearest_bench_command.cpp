// SPDX-License-Identifier: GPL-3.0-or-later
// bench nearest-keys
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands/bench_commands.h"
#include "app/cli/output.h"
#include "app/cli/text_format.h"
#include "core/bench/machine.h"
#include "core/bench/nearest_bench.h"
#include "core/files/number_text.h"
#include "core/runs/run_folder.h"

namespace orrery::cli {
namespace {

constexpr std::int64_t most_experts = 262'144;

/// "64..65536" by doubling, or one number; empty when it is neither.
std::vector<std::int64_t> sizesOf(const std::string& text) {
    const std::size_t dots = text.find("..");
    const auto number = [](std::string_view part) {
        return parseNumber<std::int64_t>(part).value_or(-1);
    };
    const std::int64_t first = number(text.substr(0, dots));
    const std::int64_t last = dots == text.npos ? first : number(text.substr(dots + 2));
    std::vector<std::int64_t> sizes;
    if (first < 1 || last > most_experts) return sizes;
    for (std::int64_t size = first; size <= last; size *= 2)
        sizes.push_back(size);
    return sizes;
}

std::string crossoverText(const std::vector<NearestBench>& rows) {
    const Crossover found = crossover(rows);
    const auto from = [](std::int64_t experts) {
        return experts > 0 ? "from " + std::to_string(experts) + " experts on"
                           : std::string("at no size measured");
    };
    return "HNSW is faster, search only, " + from(found.search) +
           "; with a build in each step (some.search_drift avoids most of them), " +
           from(found.step) + ".";
}

std::string nearestText(const std::vector<NearestBench>& rows) {
    std::vector<std::vector<std::string>> lines = {
        {"experts", "exact ms", "hnsw ms", "build ms", "recall", "recall, old links"}};
    for (const NearestBench& row : rows)
        lines.push_back({std::to_string(row.experts), fixed(row.exact_seconds * 1e3, 2),
                         fixed(row.graph_seconds * 1e3, 2), fixed(row.build_seconds * 1e3, 2),
                         fixed(row.recall, 3), fixed(row.moved_recall, 3)});
    return table(lines) + "\n" + crossoverText(rows);
}

std::string nearestJson(const NearestBenchOptions& options, const std::vector<NearestBench>& rows) {
    nlohmann::ordered_json json = {
        {"version", programVersion()},     {"processor", processorName()},
        {"threads", rows.front().threads}, {"dimensions", options.dimensions},
        {"top_k", options.top_k},          {"tokens", options.tokens}};
    for (const NearestBench& row : rows)
        json["rows"].push_back({{"experts", row.experts},
                                {"exact_seconds", row.exact_seconds},
                                {"hnsw_seconds", row.graph_seconds},
                                {"build_seconds", row.build_seconds},
                                {"recall", row.recall},
                                {"moved_recall", row.moved_recall}});
    const Crossover found = crossover(rows);
    json["crossover"] = {{"search", found.search}, {"search_and_build", found.step}};
    return json.dump();
}

}  // namespace

void addNearestBench(CLI::App& bench, Context& context) {
    struct Options {
        std::string experts = "64..4096";
        NearestBenchOptions bench;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = bench.add_subcommand(
        "nearest-keys", "Benchmark exact and HNSW nearest-key search (some.search)");
    command
        ->add_option("--experts", options->experts,
                     "Number of experts, or a range FIRST..LAST that is run through by doubling")
        ->check(CLI::Validator(
            [](const std::string& text) {
                return sizesOf(text).empty()
                           ? text + " is not a number of experts from 1 to " +
                                 std::to_string(most_experts) + ", such as 64..65536"
                           : std::string();
            },
            "FIRST..LAST"))
        ->capture_default_str();
    command->add_option("--dim", options->bench.dimensions, "Dimensions of a key (d_model)")
        ->check(CLI::Range(1, 65'536))
        ->capture_default_str();
    command->add_option("--top-k", options->bench.top_k, "Nearest keys per query")
        ->check(CLI::Range(1, 1'024))
        ->capture_default_str();
    command->add_option("--tokens", options->bench.tokens, "Queries per batch")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    command
        ->add_option("--repeats", options->bench.repeats,
                     "Number of measurements; the median is reported")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_flag("--json", context.json, "Print one JSON object");
    command->callback([options, &context] {
        Output output;
        NearestBenchOptions& how = options->bench;
        how.experts = sizesOf(options->experts);
        how.progress = [&](std::int64_t experts) {
            output.status(std::to_string(experts) + " experts");
        };
        const auto rows = benchNearestKeys(how);
        output.clearStatus();
        output.line(context.json ? nearestJson(how, rows) : nearestText(rows));
    });
}

}  // namespace orrery::cli
