// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/field_value.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/core/config/sample_values.h"

namespace orrery {
namespace {

FieldValue parse(const char* key, std::string_view text) {
    return parseFieldValue(*findField(key), text);
}

std::string problem(const char* key, std::string_view text) {
    try {
        parse(key, text);
    } catch (const Error& error) {
        return error.what();
    }
    return "accepted";
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(FieldValue, RoundTripsForEveryField) {
    for (const Field& field : fields()) {
        const FieldValue value = testing::otherValue(field);
        EXPECT_EQ(parseFieldValue(field, formatFieldValue(value)), value) << field.key;
        for (const std::string& choice : field.words()) {  // "on" is written in quotes
            const FieldValue read = parseFieldValue(field, formatFieldValue(choice));
            if (field.isList())
                EXPECT_EQ(read, FieldValue(std::vector<std::string>{choice})) << field.key;
            else
                EXPECT_EQ(std::get<std::string>(read), choice) << field.key;
        }
    }
}

TEST(FieldValue, NumbersAreWrittenShortAndExact) {
    EXPECT_EQ(formatFieldValue(6e-4), "6e-4");
    EXPECT_EQ(formatFieldValue(1e-8), "1e-8");
    EXPECT_EQ(formatFieldValue(0.1), "0.1");
    EXPECT_EQ(formatFieldValue(1e22), "1e22");
    EXPECT_EQ(formatFieldValue(1e-10), "1e-10");
    EXPECT_EQ(formatFieldValue(1.0), "1");
    EXPECT_EQ(formatFieldValue(0.1 + 0.2), "0.30000000000000004");
    EXPECT_EQ(formatFieldValue(std::vector<double>{0.9, 0.95}), "[0.9, 0.95]");
    EXPECT_EQ(formatFieldValue(std::vector<std::int64_t>{}), "[]");
    EXPECT_EQ(formatFieldValue(true), "true");
}

TEST(FieldValue, NumbersAreReadInTheFormsThatPeopleUse) {
    EXPECT_EQ(parse("train.learning_rate", "6e-4"), FieldValue(6e-4));
    EXPECT_EQ(parse("train.learning_rate", "+0.5"), FieldValue(0.5));
    EXPECT_EQ(parse("train.learning_rate", " 1.0e-08 "), FieldValue(1e-8));
    EXPECT_EQ(parse("train.betas", "0.9, 0.95"), FieldValue(std::vector<double>{0.9, 0.95}));
    EXPECT_EQ(parse("train.betas", "[0.9,0.95]"), FieldValue(std::vector<double>{0.9, 0.95}));
    EXPECT_EQ(parse("keys.frozen_layers", "[]"), FieldValue(std::vector<std::int64_t>{}));
    EXPECT_EQ(parse("model.causal", "False"), FieldValue(false));
}

TEST(FieldValue, SaysWhatIsWrongAndWhatIsAllowed) {
    EXPECT_TRUE(contains(problem("train.learning_rate", "0"), "above 0"));
    EXPECT_TRUE(contains(problem("keys.delta", "1"), "below 1"));
    EXPECT_TRUE(contains(problem("keys.alpha", "0,01"), "point"));
    EXPECT_TRUE(contains(problem("keys.alpha", "nan"), "not a number"));
    EXPECT_TRUE(contains(problem("keys.alpha", "1e400"), "not a number"));
    EXPECT_TRUE(contains(problem("keys.alpha", ""), "not a number"));
    EXPECT_TRUE(contains(problem("keys.alpha", "1 2"), "not a number"));
    EXPECT_TRUE(contains(problem("keys.alpha", "0x1"), "not a number"));
    EXPECT_TRUE(contains(problem("model.d_model", "128.0"), "in digits"));
    EXPECT_TRUE(contains(problem("model.d_model", "99999999999999999999"), "out of range"));
    EXPECT_TRUE(contains(problem("model.d_model", "-4"), "1 to 65536"));
    EXPECT_TRUE(contains(problem("model.causal", "yes"), "true or false"));
    EXPECT_TRUE(contains(problem("some.router", "mpl"), "Did you mean mlp?"));
    EXPECT_TRUE(contains(problem("some.router", "MLP"), "linear, mlp"));
    EXPECT_TRUE(contains(problem("train.betas", "[0.9, x]"), "'x'"));
    EXPECT_TRUE(contains(problem("train.betas", "[0.9, 1]"), "out of range"));
    EXPECT_TRUE(contains(problem("train.betas", "[0.9,]"), "''"));
    EXPECT_TRUE(contains(problem("name", "  "), "empty"));
    EXPECT_TRUE(contains(problem("name", "a\nb"), "one line"));
    EXPECT_TRUE(contains(problem("name", "\xff"), "UTF-8"));
    EXPECT_TRUE(contains(problem("name", "a\tb"), "control"));
    EXPECT_LT(problem("keys.alpha", std::string(100'000, 'x')).size(), 300u);
}

/// YAML 1.1 and 1.2 read 8 and 10 in 010, 16 and text in 0x10, 90 and text in 1:30.
TEST(FieldValue, NumbersThatReadersOfYamlTakeForOthersAreRefused) {
    for (const char* key : {"model.d_model", "keys.theta"})
        for (const char* text :
             {"010", "0o10", "0x10", "0b10", "1_000", "1:30", "-010", "+0x1", "08", "00"}) {
            const std::string found = problem(key, text);
            EXPECT_TRUE(contains(found, "is not a number that all readers of YAML take alike"))
                << found;
            EXPECT_TRUE(contains(found, rangeText(*findField(key)))) << found;
        }
    EXPECT_TRUE(contains(problem("model.d_model", "010"), "octal"));
    EXPECT_TRUE(contains(problem("keys.frozen_layers", "[1, 02]"), "'02'"));
    EXPECT_EQ(parse("keys.theta", "0"), FieldValue(0.0));
    EXPECT_EQ(parse("keys.theta", "0.10"), FieldValue(0.1));
    EXPECT_EQ(parse("keys.theta", "0e0"), FieldValue(0.0));
}

TEST(FieldValue, QuotesOnlyWhatYamlWouldMisread) {
    for (const char* plain : {"run", "series_a4", "data/stories.txt", "a b", "Straße", "~/text"})
        EXPECT_EQ(quoteIfNeeded(plain), plain);
    for (const char* odd :
         {"true", "null",  "~",   "12",         "1e5", "a: b", "a #b", "- x", "'x'",  "",
          " x",   "[x]",   "{x}", "x, y",       "*x",  "&x",   "!x",   "no",  ".nan", "0x10",
          "0o10", "1_000", "010", "2026-11-27", "+1",  "Yes",  "N",    "NO",  ".5",   ".INF"})
        EXPECT_EQ(quoteIfNeeded(odd).front(), '\'') << odd;
    EXPECT_EQ(quoteIfNeeded("it's: x"), "'it''s: x'");
}

TEST(FieldValue, RangeTextNamesTheBounds) {
    EXPECT_EQ(rangeText(*findField("keys.alpha")), "0 to 1");
    EXPECT_EQ(rangeText(*findField("train.learning_rate")), "above 0, at most 1");
    EXPECT_EQ(rangeText(*findField("some.router")), "linear, mlp");
    EXPECT_EQ(rangeText(*findField("model.causal")), "true or false");
    EXPECT_EQ(rangeText(*findField("train.betas")), "a list, each at least 0, below 1");
}

TEST(FieldValue, ShortenedNeverCutsACharacter) {
    const std::string text = std::string(59, 'x') + "ßßß";
    EXPECT_EQ(shortened(text), std::string(59, 'x') + "...");
    EXPECT_EQ(shortened("a\nb"), "a b");
}

}  // namespace
}  // namespace orrery
