// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/config_options.h"
#include "app/cli/output.h"
#include "core/config/fields.h"
#include "core/config/yaml.h"

namespace orrery::cli {
namespace {

using Json = nlohmann::ordered_json;

Json asJson(const Config& config) {
    Json object = Json::object();
    for (const Field& field : fields()) {
        const Json value =
            std::visit([](const auto& typed) { return Json(typed); }, field.get(config));
        if (field.section().empty())
            object[field.leaf()] = value;
        else
            object[field.section()][field.leaf()] = value;
    }
    return object;
}

/// Only what differs from the defaults, as a file of its own.
std::string changedYaml(const Config& config) {
    std::string text;
    for (const auto& [key, value] : changedFields(Config{}, config))
        text = patchYaml(text, key, value);
    return text;
}

void addCheck(CLI::App& group, Context& context) {
    struct Options {
        std::vector<std::string> files, sets;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command =
        group.add_subcommand("check", "Report all errors in configurations, with their positions");
    command->add_option("CONFIG", options->files, "Configuration files")->required();
    addSetOption(*command, options->sets);
    command->add_flag("--json", context.json, "Print one JSON object");
    command->callback([options, &context] {
        std::vector<Diagnostic> faults;
        std::string text;
        for (const std::string& file : options->files) {
            try {
                loadConfig({file, options->sets, {}});
                text += (text.empty() ? "" : "\n") + file + ": valid";
            } catch (const ConfigError& error) {
                faults.insert(faults.end(), error.diagnostics().begin(), error.diagnostics().end());
            }
        }
        if (!faults.empty()) throw ConfigError(faults);
        Output().line(context.json ? Json({{"diagnostics", Json::array()}}).dump() : text);
    });
}

void addShow(CLI::App& group, Context& context) {
    struct Options {
        ConfigOptions config;
        bool changed = false;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command =
        group.add_subcommand("show", "Print a configuration with all defaults filled in");
    command->add_option("CONFIG", options->config.file, "Configuration file")->required();
    addConfigOptions(*command, options->config);
    command->add_flag("--changed", options->changed,
                      "Only the values that differ from the defaults");
    command->add_flag("--json", context.json, "Print one JSON object");
    command->callback([options, &context] {
        const Config config = loadConfig(options->config);
        std::string text = context.json       ? asJson(config).dump(2) + "\n"
                           : options->changed ? changedYaml(config)
                                              : toYaml(config);
        if (text.ends_with('\n')) text.pop_back();
        Output().line(text);
    });
}

}  // namespace

void addConfig(CLI::App& app, Context& context) {
    CLI::App* group = app.add_subcommand("config", "Validate and print configurations");
    group->require_subcommand(1);
    addCheck(*group, context);
    addShow(*group, context);
    CLI::App* schema = group->add_subcommand(
        "schema", "Print the JSON Schema of configuration files, for editors");
    schema->add_flag("--json", context.json, "No effect: the schema is always JSON");
    schema->callback([] {
        std::string text = schemaJson();
        if (text.ends_with('\n')) text.pop_back();
        Output().line(text);
    });
}

}  // namespace orrery::cli
