// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/config/yaml_entries.h"
#include "core/files/number_text.h"
#include "core/files/printable.h"
#include "core/files/regular_file.h"
#include "core/study/study.h"

namespace orrery {

using Kind = YamlNode::Kind;

StudyText::StudyText(const std::string& text, std::filesystem::path file)
    : file_(std::move(file)), lines_(text), document_(parseYamlTree(text)) {
    for (const YamlFault& fault : document_.faults)
        report(fault.begin, {}, fault.message);
}

void StudyText::throwFaults() {
    if (left_out_ > 0) faults_.push_back(moreFaults(std::exchange(left_out_, 0)));
    if (!faults_.empty()) throw ConfigError(std::move(faults_));
}

void StudyText::report(std::size_t offset, const std::string& key, const std::string& message) {
    if (faults_.size() >= kMostDiagnostics) {
        ++left_out_;
        return;
    }
    const TextPosition place = lines_.at(offset);
    faults_.push_back({file_.string(), place.line, place.column, key, message});
}

void StudyText::readEntries(const YamlNode& map, const std::string& where, const Entries& known) {
    std::vector<bool> repeats(map.entries.size());
    for (const RepeatedEntry& repeated : repeatedEntries(map, lines_)) {
        const YamlEntry& entry = map.entries[repeated.index];
        repeats[repeated.index] = true;
        report(entry.key_begin, entry.key, repeatedText(where + entry.key, repeated));
    }
    std::vector<std::string> names;
    for (const auto& [name, read] : known)
        names.push_back(name);
    for (std::size_t i = 0; i < map.entries.size(); ++i) {
        const YamlEntry& entry = map.entries[i];
        if (const auto found = known.find(entry.key); found != known.end()) {
            if (!repeats[i]) found->second(entry.value);
            continue;
        }
        const std::string message =
            faults_.size() < kMostDiagnostics ? where + unknownWordText(entry.key, names) : "";
        report(entry.key_begin, entry.key, message);
    }
}

std::string StudyText::text(const YamlNode& node, const std::string& key) {
    if (node.kind == Kind::scalar) return node.text;
    report(node.begin, key, key + " must be text.");
    return {};
}

void StudyText::requirePlainName(const std::string& name, std::size_t offset,
                                 const std::string& key) {
    if (isPlainName(name)) return;
    report(offset, key,
           key + ": '" + printableLine(name) +
               "' names a folder or a file of the study: it must not be empty, . or .., longer "
               "than 200 bytes, or hold a / or a control character.");
}

std::string StudyText::word(const YamlNode& node, const std::string& key,
                            const std::vector<std::string>& words) {
    if (std::ranges::find(words, node.text) == words.end()) {
        std::string all;
        for (const std::string& word : words)
            all += (all.empty() ? "" : " or ") + word;
        report(node.begin, key, key + " is " + all + ".");
    }
    return node.text;
}

std::int64_t StudyText::whole(const YamlNode& node, const std::string& key, std::int64_t least,
                              std::int64_t most) {
    const auto value = parseNumber<std::int64_t>(node.text);
    if (node.kind == Kind::scalar && value && *value >= least && *value <= most) return *value;
    report(node.begin, key,
           key + " must be an integer from " + std::to_string(least) + " to " +
               std::to_string(most) + ".");
    return least;
}

double StudyText::number(const YamlNode& node) {
    return parseNumber<double>(node.text).value_or(std::nan(""));
}

std::vector<std::string> StudyText::textList(const YamlNode& node, const std::string& key) {
    std::vector<std::string> list;
    if (node.kind != Kind::sequence || node.items.empty())
        report(node.begin, key, key + " must be a list.");
    for (const YamlNode& item : node.items)
        list.push_back(text(item, key));
    return list;
}

std::map<std::string, std::string> StudyText::labels(const YamlNode& node, const std::string& key) {
    std::map<std::string, std::string> found;
    if (node.kind != Kind::map) report(node.begin, key, key + " must name a label for each axis.");
    for (const YamlEntry& entry : node.entries)
        found[entry.key] = text(entry.value, entry.key);
    return found;
}

std::vector<Override> StudyText::overrides(const YamlNode& node) {
    std::vector<Override> set;
    if (node.kind != Kind::map)
        report(node.begin, {}, "This must be a section of keys, as in a configuration.");
    for (const YamlEntry& section : node.entries)
        addOverrides(section, set);
    return set;
}

void StudyText::addOverrides(const YamlEntry& section, std::vector<Override>& set) {
    if (section.value.kind != Kind::map)
        return report(section.key_begin, section.key,
                      section.key + " must be a section, as in a configuration.");
    if (section.key == "later") {
        for (auto& [key, value] : overrides(section.value))
            set.emplace_back(later_prefix + key, value);
        return;
    }
    for (const RepeatedEntry& repeated : repeatedEntries(section.value, lines_)) {
        const YamlEntry& entry = section.value.entries[repeated.index];
        report(entry.key_begin, entry.key, repeatedText(section.key + "." + entry.key, repeated));
    }
    for (const YamlEntry& entry : section.value.entries) {
        const std::string key = section.key + "." + entry.key;
        if (!findField(key))
            report(entry.key_begin, key, unknownKeyText(key, entry.value.kind == Kind::map));
        set.emplace_back(key, valueText(entry.value));
    }
}

std::string StudyText::valueText(const YamlNode& node) {
    if (node.kind != Kind::sequence) return node.text;
    std::string text = "[";
    for (const YamlNode& item : node.items)
        text += (text.size() > 1 ? ", " : "") + item.text;
    return text + "]";
}

}  // namespace orrery
