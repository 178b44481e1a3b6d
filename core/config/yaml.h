// SPDX-License-Identifier: GPL-3.0-or-later
// Reading and writing configurations. Every fault has its place, and all of them come in one go.
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/config/config.h"
#include "core/config/fields.h"
#include "core/error.h"

namespace orrery {

struct Diagnostic {
    std::string file;  // as the user named it; "--set" for the command line
    int line = 0;      // 1-based; 0 = no place in a file
    int column = 0;
    std::string key;      // the field concerned, or empty
    std::string message;  // what is wrong and what to do
};

/// "file:line:column: message"
std::string formatDiagnostic(const Diagnostic& diagnostic);

class ConfigError : public Error {
public:
    explicit ConfigError(std::vector<Diagnostic> diagnostics);
    const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

private:
    std::vector<Diagnostic> diagnostics_;
};

/// "keys.alpha=0.02" -> {"keys.alpha", "0.02"}; throws ConfigError.
using Override = std::pair<std::string, std::string>;
Override parseOverride(const std::string& text);
/// The same with an absolute path where it names a text (data.corpus, data.validation) or a folder
/// (train.tensorboard): a relative one starts at the working folder.
Override withAbsoluteText(Override set);

/// Reads a file, the files that it extends and the overrides, and validates. Throws ConfigError.
Config loadConfig(const std::filesystem::path& file, const std::vector<Override>& overrides = {});
/// The same for text; `file` names it in messages and anchors a relative `extends`.
Config parseConfig(const std::string& text, const std::filesystem::path& file,
                   const std::vector<Override>& overrides = {});
/// The configuration with an absolute data.corpus, data.validation and train.tensorboard: relative
/// ones start at `folder`, that of the file it was read from.
Config withCorpusFrom(Config config, const std::filesystem::path& folder);
/// Contradictions between fields (ranges are checked by the reader). Empty when the configuration
/// can run.
std::vector<Diagnostic> validate(const Config& config);

/// Complete and resolved, every key, in the order of the table.
std::string toYaml(const Config& config);
/// `text` with one key changed (or added to its section), comments, order and every other byte
/// kept.
std::string patchYaml(const std::string& text, const std::string& key, const FieldValue& value);
/// JSON Schema of a configuration file, from the table of fields.
std::string schemaJson();

}  // namespace orrery
