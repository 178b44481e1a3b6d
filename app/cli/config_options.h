// SPDX-License-Identifier: GPL-3.0-or-later
// CONFIG, --set, --honest and --scale, as several commands take them.
#pragma once
#include <string>
#include <vector>

#include "core/config/config.h"
#include "core/config/variants.h"

namespace CLI {
class App;
}

namespace orrery::cli {

struct ConfigOptions {
    std::string file;
    std::vector<std::string> sets;
    Variant variant;
};

void addSetOption(CLI::App& command, std::vector<std::string>& sets);
/// --set, --honest and --scale into `options`, which must outlive the parser.
void addConfigOptions(CLI::App& command, ConfigOptions& options);
/// The configuration in the form asked for, with every --set, which a form does not overwrite;
/// throws ConfigError. A relative corpus of the file starts at the file's folder, one of --set at
/// the working folder; the result is relative to nothing.
Config loadConfig(const ConfigOptions& options);

}  // namespace orrery::cli
