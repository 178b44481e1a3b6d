// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/config_options.h"
#include "app/cli/output.h"
#include "app/cli/text_format.h"
#include "core/config/citations.h"
#include "core/config/yaml.h"
#include "core/devices/memory_need.h"
#include "core/model/parameter_count.h"
#include "core/runs/published_runs.h"

namespace orrery::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Of every file, or the faults of all of them.
std::vector<Config> loadAll(const std::vector<std::string>& files, ConfigOptions options) {
    std::vector<Config> configs;
    std::vector<Diagnostic> faults;
    for (const std::string& file : files) {
        try {
            options.file = file;
            configs.push_back(loadConfig(options));
        } catch (const ConfigError& error) {
            faults.insert(faults.end(), error.diagnostics().begin(), error.diagnostics().end());
        }
    }
    if (!faults.empty()) throw ConfigError(faults);
    return configs;
}

std::string millions(double count) {
    return fixed(count, 2) + "M";
}

/// Where what a document prints is not the count of what it lists.
std::string misprint(const std::string& run) {
    if (run == "mvp_v2") return "; that is the count of 32 experts, not of the 64 listed";
    if (run == "ablation_v5")
        return "; that is the count of a vocabulary of 8192, not of the 16384 listed";
    return {};
}

/// What the documents print for this run, beside what it counts here.
struct Comparison {
    const PublishedRun* published = nullptr;
    bool differs = false;  // in a printed digit

    Comparison(const Config& config, const ParameterCount& count)
        : published(findPublishedRun(config.name)) {
        if (published == nullptr) return;
        differs = printed() != millions(static_cast<double>(count.total) / 1e6) + ", " +
                                   millions(static_cast<double>(count.trainable) / 1e6);
    }
    std::string printed() const {
        return millions(published->total_parameters) + ", " +
               millions(published->trainable_parameters);
    }
    std::string note() const {
        return published->name + ": " + cited("document " + published->document) + " prints " +
               printed() + misprint(published->name) + ".";
    }
};

std::string asText(const std::vector<Config>& configs) {
    std::vector<std::vector<std::string>> rows = {
        {"name", "total", "trainable", "share", "memory", "rank traffic", "published"}};
    std::string notes;
    for (const Config& config : configs) {
        const ParameterCount count = countParameters(config);
        const auto total = static_cast<double>(count.total);
        const auto trainable = static_cast<double>(count.trainable);
        const Comparison comparison(config, count);
        rows.push_back({config.name, millions(total / 1e6), millions(trainable / 1e6),
                        fixed(100 * trainable / total, 2) + " %",
                        fixed(estimateMemory(config).total() / 1e9, 2) + " GB",
                        fixed(static_cast<double>(rankBytes(config)) / 1e6, 2) + " MB",
                        comparison.published == nullptr ? ""
                        : comparison.differs            ? comparison.printed() + " (see below)"
                                                        : "the same"});
        if (comparison.differs) notes += "\n" + comparison.note();
    }
    return table(rows) + notes;
}

std::string asJson(const std::vector<Config>& configs) {
    Json list = Json::array();
    for (const Config& config : configs) {
        const ParameterCount count = countParameters(config);
        Json entry = {
            {"name", config.name}, {"total", count.total}, {"trainable", count.trainable}};
        const MemoryNeed memory = estimateMemory(config);
        entry["memory_bytes"] = std::llround(memory.total());
        entry["memory"] = {{"library", std::llround(memory.library)},
                           {"weights_and_keys", std::llround(memory.weights)},
                           {"optimizer", std::llround(memory.optimizer)},
                           {"activations", std::llround(memory.activations)},
                           {"passing", std::llround(memory.passing)}};
        entry["rank_bytes_per_step"] = rankBytes(config);
        const Comparison comparison(config, count);
        if (comparison.published != nullptr) {
            entry["published"] = {
                {"total_millions", comparison.published->total_parameters},
                {"trainable_millions", comparison.published->trainable_parameters},
                {"same", !comparison.differs}};
            if (comparison.differs) entry["published"]["note"] = comparison.note();
        }
        list.push_back(entry);
    }
    return list.dump();
}

}  // namespace

void addParams(CLI::App& app, Context& context) {
    struct Options {
        std::vector<std::string> files;
        ConfigOptions config;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("params",
                           "Print total and trainable parameters, the memory that training takes "
                           "on the CPU, and what each of several processes sends in a step; for a "
                           "published run, compare with its document");
    command->add_option("CONFIG", options->files, "Configuration files")->required();
    addConfigOptions(*command, options->config);
    command->add_flag("--json", context.json,
                      "Print a JSON list, with the parts of the memory in bytes");
    command->callback([options, &context] {
        const auto configs = loadAll(options->files, options->config);
        Output().line(context.json ? asJson(configs) : asText(configs));
    });
}

}  // namespace orrery::cli
