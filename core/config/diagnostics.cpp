// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/yaml.h"

namespace orrery {
namespace {

std::string allLines(const std::vector<Diagnostic>& diagnostics) {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics)
        text += (text.empty() ? "" : "\n") + formatDiagnostic(diagnostic);
    return text.empty() ? "The configuration can't be used." : text;
}

}  // namespace

std::string formatDiagnostic(const Diagnostic& diagnostic) {
    std::string place = diagnostic.file;
    if (diagnostic.line > 0)
        place += ":" + std::to_string(diagnostic.line) + ":" + std::to_string(diagnostic.column);
    return place.empty() ? diagnostic.message : place + ": " + diagnostic.message;
}

ConfigError::ConfigError(std::vector<Diagnostic> diagnostics)
    : Error(allLines(diagnostics)), diagnostics_(std::move(diagnostics)) {}

}  // namespace orrery
