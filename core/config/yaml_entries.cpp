// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/yaml_entries.h"

#include <map>

#include "core/config/field_value.h"
#include "core/config/fields.h"
#include "core/config/nearest.h"

namespace orrery {

std::string RepeatedEntry::lines() const {
    return "lines " + std::to_string(first_line) + " and " + std::to_string(line);
}

std::vector<RepeatedEntry> repeatedEntries(const YamlNode& map, const TextLines& lines) {
    std::map<std::string, int> first_line;
    std::vector<RepeatedEntry> repeated;
    for (std::size_t i = 0; i < map.entries.size(); ++i) {
        const YamlEntry& entry = map.entries[i];
        const int line = lines.lineOf(entry.key_begin);
        const auto [before, is_new] = first_line.emplace(entry.key, line);
        if (!is_new) repeated.push_back({i, before->second, line});
    }
    return repeated;
}

std::string repeatedText(const std::string& name, const RepeatedEntry& repeated) {
    return shortened(name) + " is given twice, in " + repeated.lines() + ": remove one of them";
}

Diagnostic moreFaults(std::size_t count) {
    return {{}, 0, 0, {}, "and " + std::to_string(count) + " more faults, which are left out here"};
}

const std::vector<std::string>& configSections() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> found;
        for (const Field& field : fields()) {
            const std::string section = field.section();
            if (!section.empty() && (found.empty() || found.back() != section))
                found.push_back(section);
        }
        return found;
    }();
    return names;
}

std::string unknownWordText(const std::string& name, const std::vector<std::string>& known) {
    const std::string near = nearestWord(name, known);
    return "unknown key " + shortened(name) + (near.empty() ? "" : "; did you mean " + near + "?");
}

std::string unknownKeyText(const std::string& key, bool holds_keys) {
    const std::string leaf = key.substr(key.rfind('.') + 1);
    const bool top = leaf == key;
    const std::string near = nearestKey(key);
    const std::string section = top ? nearestWord(key, configSections()) : std::string();
    std::string advice;
    if (!section.empty() && (holds_keys || near.empty())) {
        advice = "; did you mean the section " + section + "?";
    } else if (!near.empty()) {
        const Field& field = *findField(near);
        advice = field.leaf() == leaf
                     ? "; " + field.leaf() + " belongs to section " + field.section()
                     : "; did you mean " + near + "?";
    }
    return "unknown key " + shortened(key) + advice;
}

}  // namespace orrery
