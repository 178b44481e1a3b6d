// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/config_options.h"

#include <CLI/CLI.hpp>
#include <filesystem>

#include "core/config/yaml.h"

namespace orrery::cli {
namespace {

/// All of them, so that all faults are told in one go.
std::vector<Override> parseOverrides(const std::vector<std::string>& sets) {
    std::vector<Override> overrides;
    std::vector<Diagnostic> faults;
    for (const std::string& set : sets) {
        try {
            overrides.push_back(parseOverride(set));
        } catch (const ConfigError& error) {
            faults.insert(faults.end(), error.diagnostics().begin(), error.diagnostics().end());
        }
    }
    if (!faults.empty()) throw ConfigError(faults);
    for (auto& [key, value] : overrides)
        if (key == "data.corpus" && value != "embedded" && !value.empty())
            value = std::filesystem::absolute(value).lexically_normal().string();
    return overrides;
}

}  // namespace

void addSetOption(CLI::App& command, std::vector<std::string>& sets) {
    command.add_option("--set", sets, "Change one value: section.key=value. May be repeated.")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
}

Config loadConfig(const ConfigOptions& options) {
    Config config = orrery::loadConfig(options.file, parseOverrides(options.sets));
    return withCorpusFrom(std::move(config), std::filesystem::path(options.file).parent_path());
}

}  // namespace orrery::cli
