// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/config/fields.h"
#include "core/config/yaml.h"

namespace orrery {
namespace {

using Json = nlohmann::json;

TEST(Schema, HoldsEveryFieldAndNothingElse) {
    const Json schema = Json::parse(schemaJson());
    EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    EXPECT_EQ(schema["additionalProperties"], false);
    std::size_t count = 0;
    for (const auto& [name, part] : schema["properties"].items()) {
        if (!part.contains("properties")) {
            if (name != "extends") ++count;
            continue;
        }
        EXPECT_EQ(part["additionalProperties"], false) << name;
        for (const auto& [leaf, field] : part["properties"].items()) {
            EXPECT_NE(findField(name + "." + leaf), nullptr);
            EXPECT_TRUE(field.contains("description"));
            EXPECT_TRUE(field.contains("default"));
            ++count;
        }
    }
    EXPECT_EQ(count, fields().size());
}

TEST(Schema, GivesTypesAndBounds) {
    const Json properties = Json::parse(schemaJson())["properties"];
    const Json rate = properties["train"]["properties"]["learning_rate"];
    EXPECT_EQ(rate["type"], "number");
    EXPECT_EQ(rate["exclusiveMinimum"], 0);
    EXPECT_EQ(rate["maximum"], 1);
    const Json width = properties["model"]["properties"]["d_model"];
    EXPECT_EQ(width["type"], "integer");
    EXPECT_EQ(width["default"], 128);
    EXPECT_TRUE(width["maximum"].is_number_integer());
    EXPECT_EQ(properties["some"]["properties"]["router"]["enum"], (Json{"linear", "mlp"}));
    EXPECT_EQ(properties["train"]["properties"]["betas"]["items"]["type"], "number");
}

}  // namespace
}  // namespace orrery
