// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/fields.h"

#include <map>

#include "core/config/field_builder.h"
#include "core/error.h"

namespace orrery {
namespace {

std::vector<Field> buildTable() {
    FieldTable table;
    table.add("name", &Config::name)
        .help("Name of the run, shown in its folder name and in lists of runs.")
        .source("core/README.md, section 11");
    addModelFields(table);
    addSomeFields(table);
    addKeyForceFields(table);
    addKeyRuleFields(table);
    addDataFields(table);
    addTrainFields(table);
    addRecordFields(table);
    return table.take();
}

const std::vector<Field>& table() {
    static const std::vector<Field> fields = buildTable();
    return fields;
}

std::map<std::string, const Field*, std::less<>> buildIndex() {
    std::map<std::string, const Field*, std::less<>> index;
    for (const Field& field : table())
        index.emplace(field.key, &field);
    return index;
}

}  // namespace

std::string Field::section() const {
    const auto dot = key.find('.');
    return dot == std::string::npos ? std::string() : key.substr(0, dot);
}

std::string Field::leaf() const {
    const auto dot = key.find('.');
    return dot == std::string::npos ? key : key.substr(dot + 1);
}

std::vector<std::string> Field::words() const {
    std::vector<std::string> result;
    for (const Choice& choice : choices)
        result.push_back(choice.word);
    return result;
}

bool Field::isList() const {
    return type == FieldType::real_list || type == FieldType::integer_list ||
           type == FieldType::choice_list;
}

std::span<const Field> fields() {
    return table();
}

const Field* findField(std::string_view key) {
    static const auto index = buildIndex();
    const auto found = index.find(key);
    return found == index.end() ? nullptr : found->second;
}

const std::string& wordOf(std::string_view key, int enumerator) {
    const Field* field = findField(key);
    if (!field) throw Error("There is no field " + std::string(key) + ".");
    return wordIn(field->key, field->choices, enumerator);
}

std::vector<std::pair<std::string, FieldValue>> changedFields(const Config& base,
                                                              const Config& changed) {
    std::vector<std::pair<std::string, FieldValue>> result;
    for (const Field& field : fields()) {
        FieldValue value = field.get(changed);
        if (value != field.get(base)) result.emplace_back(field.key, std::move(value));
    }
    return result;
}

bool operator==(const Config& a, const Config& b) {
    return changedFields(a, b).empty();
}

}  // namespace orrery
