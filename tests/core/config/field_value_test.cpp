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
        for (const std::string& choice : field.words())  // "on" is written in quotes
            EXPECT_EQ(std::get<std::string>(parseFieldValue(field, formatFieldValue(choice))),
                      choice)
                << field.key;
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

TEST(FieldValue, QuotesOnlyWhatYamlWouldMisread) {
    for (const char* plain : {"run", "series_a4", "data/stories.txt", "a b", "Straße", "~/text"})
        EXPECT_EQ(quoteIfNeeded(plain), plain == std::string("~/text") ? "~/text" : plain);
    for (const char* odd : {"true", "null", "~", "12", "1e5", "a: b", "a #b", "- x", "'x'", "",
                            " x", "[x]", "{x}", "x, y", "*x", "&x", "!x", "no", ".nan"})
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
