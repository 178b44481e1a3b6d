// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/config/citations.h"
#include "core/config/fields.h"
#include "core/config/yaml.h"

namespace orrery {
namespace {

using Json = nlohmann::ordered_json;

/// Whole numbers without ".0", which some readers of schemas take for another type.
Json numberOf(double value) {
    if (value == std::floor(value) && std::abs(value) < 1e15)
        return static_cast<std::int64_t>(value);
    return value;
}

Json scalarSchema(const Field& field, const char* type) {
    Json schema = {{"type", type}};
    if (std::isfinite(field.minimum))
        schema[field.open_minimum ? "exclusiveMinimum" : "minimum"] = numberOf(field.minimum);
    if (std::isfinite(field.maximum))
        schema[field.open_maximum ? "exclusiveMaximum" : "maximum"] = numberOf(field.maximum);
    return schema;
}

Json typeSchema(const Field& field) {
    switch (field.type) {
        case FieldType::boolean:
            return {{"type", "boolean"}};
        case FieldType::integer:
            return scalarSchema(field, "integer");
        case FieldType::real:
            return scalarSchema(field, "number");
        case FieldType::text:
            return {{"type", "string"}, {"minLength", 1}};
        case FieldType::choice:
            return {{"type", "string"}, {"enum", field.words()}};
        case FieldType::real_list:
            return {{"type", "array"}, {"items", scalarSchema(field, "number")}};
        case FieldType::integer_list:
            return {{"type", "array"}, {"items", scalarSchema(field, "integer")}};
        case FieldType::choice_list:
            return {{"type", "array"},
                    {"uniqueItems", true},
                    {"items", {{"type", "string"}, {"enum", field.words()}}}};
    }
    return Json::object();
}

Json fieldSchema(const Field& field) {
    Json schema = typeSchema(field);
    schema["description"] = field.help + (field.unit.empty() ? "" : " Unit: " + field.unit + ".") +
                            " Source: " + cited(field.source) + ".";
    schema["default"] =
        std::visit([](const auto& value) { return Json(value); }, field.default_value);
    return schema;
}

Json objectSchema() {
    return {{"type", "object"}, {"additionalProperties", false}, {"properties", Json::object()}};
}

}  // namespace

std::string schemaJson() {
    Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                   {"title", "Configuration of an Orrery run"}};
    schema.update(objectSchema());
    Json& top = schema["properties"];
    top["extends"] = {{"type", "string"},
                      {"minLength", 1},
                      {"description",
                       "Another configuration, relative to this file, whose values hold where this "
                       "file gives none."}};
    for (const Field& field : fields()) {
        const std::string section = field.section();
        if (section.empty()) {
            top[field.leaf()] = fieldSchema(field);
            continue;
        }
        if (!top.contains(section)) top[section] = objectSchema();
        top[section]["properties"][field.leaf()] = fieldSchema(field);
    }
    return schema.dump(2) + "\n";
}

}  // namespace orrery
