// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/yaml_reader.h"

#include <algorithm>

#include "core/config/contradictions.h"
#include "core/config/field_value.h"
#include "core/config/yaml_entries.h"

namespace orrery {
namespace {

bool isSection(const std::string& name) {
    return std::ranges::find(configSections(), name) != configSections().end();
}

/// Throws Error when the node can't be this field's value.
FieldValue valueOf(const Field& field, const YamlNode& node) {
    using Kind = YamlNode::Kind;
    const std::string allowed = " it may be " + rangeText(field) + ".";
    if (node.kind == Kind::null)
        throw Error(field.key + " has no value;" + allowed +
                    " Remove the key to use the default, " + formatFieldValue(field.default_value) +
                    ".");
    if (node.kind == Kind::map)
        throw Error(field.key + " is a single value, not a section;" + allowed);
    if (node.kind == Kind::sequence) {
        if (!field.isList()) throw Error(field.key + " is a single value, not a list;" + allowed);
        std::vector<std::string> items;
        for (const YamlNode& item : node.items) {
            const bool words = field.type == FieldType::choice_list;
            if (item.kind != Kind::scalar || (item.quoted && !words))
                throw Error(field.key + ": every item of the list must be a " +
                            (words ? "word;" : "number;") + allowed);
            items.push_back(item.text);
        }
        return parseList(field, items);
    }
    const bool textual = field.type == FieldType::text || field.type == FieldType::choice;
    if (node.quoted && !textual && !field.isList())
        throw Error(field.key + ": '" + shortened(node.text) +
                    "' in quotes is text; write it without them.");
    return parseScalar(field, node.text);
}

}  // namespace

void ConfigReader::fault(const Source& source, std::size_t offset, const std::string& key,
                         const std::string& message) {
    if (!key.empty()) faulty_.insert(key);
    if (countedOnly()) return;
    const TextPosition at = source.lines.at(offset);
    diagnostics_.push_back({source.name(), at.line, at.column, key, message});
}

/// Whether enough faults are told: one more is counted then.
bool ConfigReader::countedOnly() {
    if (diagnostics_.size() < kMostDiagnostics) return false;
    ++left_out_;
    return true;
}

void ConfigReader::readRoot(const Source& source, const YamlNode& root) {
    using Kind = YamlNode::Kind;
    if (root.kind == Kind::null) {
        fault(
            source, 0, {},
            "the file contains no key; a configuration needs at least one, such as 'name: my_run'");
    } else if (root.kind != Kind::map) {
        fault(source, root.begin, {},
              std::string(
                  "a configuration is made of keys and values, such as 'name: my_run', not ") +
                  (root.kind == Kind::sequence ? "a list" : "a single value"));
    } else {
        reportDuplicates(source, root, {});
        // The extended file first, wherever its line stands: this file's values win.
        for (const YamlEntry& entry : root.entries)
            if (entry.key == "extends") readExtends(source, entry);
        for (const YamlEntry& entry : root.entries)
            if (entry.key != "extends") readTopEntry(source, entry);
        return;
    }
    unreadable_ = true;
}

void ConfigReader::readTopEntry(const Source& source, const YamlEntry& entry) {
    const Field* field = findField(entry.key);
    if (field && field->section().empty()) {
        readField(source, *field, entry);
    } else if (field) {
        fault(source, entry.key_begin, {},
              "'" + entry.key + "' in one word is not a key; write " + field->section() +
                  ": and below it, indented, " + field->leaf() + ":");
    } else if (isSection(entry.key)) {
        readSection(source, entry);
    } else {
        reportUnknown(source, entry, entry.key);
    }
}

void ConfigReader::readSection(const Source& source, const YamlEntry& entry) {
    if (entry.value.kind == YamlNode::Kind::null) {
        fault(source, entry.key_begin, {},
              "section " + entry.key + " is empty; give it keys or remove it");
        return;
    }
    if (entry.value.kind != YamlNode::Kind::map) {
        fault(source, entry.value.begin, {},
              entry.key + " is a section: write its keys below it, indented, each with its value");
        return;
    }
    reportDuplicates(source, entry.value, entry.key + ".");
    for (const YamlEntry& inner : entry.value.entries) {
        const std::string key = entry.key + "." + inner.key;
        if (const Field* field = findField(key))
            readField(source, *field, inner);
        else
            reportUnknown(source, inner, key);
    }
}

void ConfigReader::readField(const Source& source, const Field& field, const YamlEntry& entry) {
    const TextPosition at = source.lines.at(entry.key_begin);
    places_[field.key] = {source.name(), at.line, at.column};
    try {
        field.set(config_, valueOf(field, entry.value));
    } catch (const Error& error) {
        fault(source, entry.value.begin, field.key, error.what());
    }
}

void ConfigReader::reportDuplicates(const Source& source, const YamlNode& map,
                                    const std::string& prefix) {
    for (const RepeatedEntry& repeated : repeatedEntries(map, source.lines)) {
        if (countedOnly()) continue;
        const YamlEntry& entry = map.entries[repeated.index];
        const std::string key = prefix + entry.key;
        const bool section = prefix.empty() && isSection(entry.key);
        fault(source, entry.key_begin, findField(key) ? key : "",
              section ? "section " + entry.key + " is given twice, in " + repeated.lines() +
                            ": join them into one"
                      : repeatedText(key, repeated));
    }
}

void ConfigReader::reportUnknown(const Source& source, const YamlEntry& entry,
                                 const std::string& key) {
    if (countedOnly()) return;
    fault(source, entry.key_begin, {},
          unknownKeyText(key, entry.value.kind == YamlNode::Kind::map));
}

ConfigReader::Place ConfigReader::placeOf(const std::vector<std::string>& keys) const {
    for (const std::string& key : keys)
        if (const auto place = places_.find(key); place != places_.end()) return place->second;
    return {file_order_.empty() ? std::string() : file_order_.front(), 0, 0};
}

void ConfigReader::addContradictions() {
    for (const Contradiction& found : findContradictions(config_)) {
        const bool known = std::ranges::any_of(
            found.keys, [this](const auto& key) { return faulty_.contains(key); });
        if (known) continue;
        const Place place = placeOf(found.keys);
        diagnostics_.push_back(
            {place.file, place.line, place.column, found.keys.front(), found.message});
    }
}

Config ConfigReader::finish() {
    if (!unreadable_) addContradictions();
    if (diagnostics_.empty()) return config_;
    const auto rank = [this](const Diagnostic& diagnostic) {
        const auto file = std::ranges::find(file_order_, diagnostic.file);
        return std::tuple(file - file_order_.begin(), diagnostic.line, diagnostic.column);
    };
    std::ranges::stable_sort(diagnostics_, {}, rank);
    if (left_out_ > 0) diagnostics_.push_back(moreFaults(left_out_));
    throw ConfigError(diagnostics_);
}

}  // namespace orrery
