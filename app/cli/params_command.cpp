// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/config_options.h"
#include "app/cli/output.h"
#include "app/cli/text_format.h"
#include "core/config/yaml.h"
#include "core/model/parameter_count.h"

namespace orrery::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Of every file, or the faults of all of them.
std::vector<Config> loadAll(const std::vector<std::string>& files,
                            const std::vector<std::string>& sets) {
    std::vector<Config> configs;
    std::vector<Diagnostic> faults;
    for (const std::string& file : files) {
        try {
            configs.push_back(loadConfig({file, sets}));
        } catch (const ConfigError& error) {
            faults.insert(faults.end(), error.diagnostics().begin(), error.diagnostics().end());
        }
    }
    if (!faults.empty()) throw ConfigError(faults);
    return configs;
}

std::string asText(const std::vector<Config>& configs) {
    std::vector<std::vector<std::string>> rows = {{"name", "total", "trainable", "share"}};
    for (const Config& config : configs) {
        const ParameterCount count = countParameters(config);
        const auto total = static_cast<double>(count.total);
        const auto trainable = static_cast<double>(count.trainable);
        rows.push_back({config.name, fixed(total / 1e6, 2) + "M", fixed(trainable / 1e6, 2) + "M",
                        fixed(100 * trainable / total, 2) + " %"});
    }
    return table(rows);
}

std::string asJson(const std::vector<Config>& configs) {
    Json list = Json::array();
    for (const Config& config : configs) {
        const ParameterCount count = countParameters(config);
        list.push_back(
            {{"name", config.name}, {"total", count.total}, {"trainable", count.trainable}});
    }
    return list.dump();
}

}  // namespace

void addParams(CLI::App& app, Context& context) {
    struct Options {
        std::vector<std::string> files, sets;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("params", "Parameters that a configuration's model has, and trains");
    command->add_option("CONFIG", options->files, "Configuration files")->required();
    addSetOption(*command, options->sets);
    command->add_flag("--json", context.json, "As a JSON list of name, total and trainable");
    command->callback([options, &context] {
        const auto configs = loadAll(options->files, options->sets);
        Output().line(context.json ? asJson(configs) : asText(configs));
    });
}

}  // namespace orrery::cli
