// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/config_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "core/config/own_corpus.h"
#include "core/config/yaml.h"
#include "core/files/printable.h"

namespace orrery::cli {
namespace {

using Diagnostics = std::vector<Diagnostic>;

/// Those that are well formed; the faults of the others go to `faults`.
std::vector<Override> parseOverrides(const std::vector<std::string>& sets, Diagnostics& faults) {
    std::vector<Override> overrides;
    for (const std::string& set : sets) {
        try {
            overrides.push_back(withAbsoluteText(parseOverride(set)));
        } catch (const ConfigError& error) {
            faults.insert(faults.end(), error.diagnostics().begin(), error.diagnostics().end());
        }
    }
    return overrides;
}

/// The configuration, or all faults in one go: those of the file, of its keys and of every --set.
Config loadWith(const ConfigOptions& options, const std::vector<Override>& overrides,
                const Diagnostics& malformed) {
    try {
        const Config config = orrery::loadConfig(options.file, overrides);
        if (malformed.empty()) return config;
    } catch (const ConfigError& error) {
        Diagnostics faults = error.diagnostics();
        faults.insert(faults.end(), malformed.begin(), malformed.end());
        throw ConfigError(faults);
    }
    throw ConfigError(malformed);
}

/// A text of one's own on a configuration of the embedded stories is what is tried first.
OwnCorpus loadOwn(const ConfigOptions& options, const std::vector<Override>& overrides,
                  const Diagnostics& malformed, const std::vector<std::string>& kept) {
    const Config config = loadWith(options, overrides, malformed);
    if (std::ranges::find(kept, "data.corpus") == kept.end()) return {config, {}};
    try {
        if (!orrery::loadConfig(options.file).data.isEmbedded()) return {config, {}};
    } catch (const ConfigError&) {  // --set has mended the file
        return {config, {}};
    }
    return withOwnCorpus(config, kept);
}

}  // namespace

void addSetOption(CLI::App& command, std::vector<std::string>& sets) {
    command.add_option("--set", sets, "Override a value: section.key=value. Repeatable.")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
}

void addConfigOptions(CLI::App& command, ConfigOptions& options) {
    addSetOption(command, options.sets);
    command.add_flag("--honest", options.variant.honest,
                     "The honest variant: causal mask, padding excluded from loss and key updates, "
                     "packed samples, validation averaged over tokens");
    command
        .add_option_function<std::string>(
            "--scale",
            [&options](const std::string& scale) { options.variant.tiny = scale == "tiny"; },
            "tiny: fewer stories, steps and experts, smaller width (core/README.md, section 11); "
            "full")
        ->check(CLI::IsMember({"full", "tiny"}));
}

Config loadConfig(const ConfigOptions& options) {
    Diagnostics malformed;
    const auto overrides = parseOverrides(options.sets, malformed);
    std::vector<std::string> kept;
    for (const auto& [key, value] : overrides)
        kept.push_back(key);
    const OwnCorpus own = loadOwn(options, overrides, malformed, kept);
    if (!own.note.empty()) {
        std::fprintf(stderr, "%s\n", printable(own.note).c_str());
        kept.insert(kept.end(), {"data.train_documents", "data.val_documents"});
    }
    const Config config = applyVariant(own.config, options.variant, kept);
    return withCorpusFrom(config, std::filesystem::path(options.file).parent_path());
}

}  // namespace orrery::cli
