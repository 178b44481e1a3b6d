// SPDX-License-Identifier: GPL-3.0-or-later
// CONFIG and --set, as several commands take them.
#pragma once
#include <string>
#include <vector>

#include "core/config/config.h"

namespace CLI {
class App;
}

namespace orrery::cli {

struct ConfigOptions {
    std::string file;
    std::vector<std::string> sets;
};

void addSetOption(CLI::App& command, std::vector<std::string>& sets);
/// The configuration with every --set; throws ConfigError. A relative corpus of the file starts at
/// the file's folder, one of --set at the working folder; the result is relative to nothing.
Config loadConfig(const ConfigOptions& options);

}  // namespace orrery::cli
