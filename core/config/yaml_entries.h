// SPDX-License-Identifier: GPL-3.0-or-later
// Faults that the keys of any section may have, and how they are told. Any thread.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "core/config/yaml.h"
#include "core/config/yaml_tree.h"

namespace orrery {

struct RepeatedEntry {
    std::size_t index = 0;  // of map.entries
    int first_line = 0;
    int line = 0;
    std::string lines() const;  // "lines 3 and 7"
};

/// The entries whose key stood before in the same section.
std::vector<RepeatedEntry> repeatedEntries(const YamlNode& map, const TextLines& lines);
/// "NAME stands twice, in lines 3 and 7: remove one of them"
std::string repeatedText(const std::string& name, const RepeatedEntry& repeated);

/// More faults of one text help nobody: the others are counted.
inline constexpr std::size_t kMostDiagnostics = 100;
Diagnostic moreFaults(std::size_t count);

/// "unknown key NAME; did you mean WORD?", of a section that knows these words alone.
std::string unknownWordText(const std::string& name, const std::vector<std::string>& known);
/// The same for a key of a configuration: "keys.alhpa", or a word that stands where sections do.
/// `holds_keys`: what it holds is a section.
std::string unknownKeyText(const std::string& key, bool holds_keys);
/// The sections of a configuration, in the order of the table of fields.
const std::vector<std::string>& configSections();

}  // namespace orrery
