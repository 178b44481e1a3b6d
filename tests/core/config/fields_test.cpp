// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/fields.h"

#include <gtest/gtest.h>

#include <set>

#include "core/config/citations.h"
#include "core/error.h"
#include "tests/core/config/sample_values.h"

namespace orrery {
namespace {

TEST(Fields, EveryRowIsComplete) {
    std::set<std::string> keys;
    for (const Field& field : fields()) {
        SCOPED_TRACE(field.key);
        EXPECT_TRUE(keys.insert(field.key).second) << "twice in the table";
        EXPECT_GE(field.help.size(), 20u);
        EXPECT_EQ(field.help.back(), '.');
        EXPECT_FALSE(field.source.empty());
        EXPECT_EQ(field.default_value, field.get(Config{}));
        if (field.type == FieldType::choice) {
            EXPECT_GE(field.choices.size(), 2u);
        }
        if (field.type == FieldType::integer || field.type == FieldType::real) {
            EXPECT_LT(field.minimum, field.maximum);
        }
        EXPECT_EQ(findField(field.key), &field);
    }
}

TEST(Fields, CoverEveryMemberOfTheConfiguration) {
    // 1 name, 8 model, 20 some, 28 keys, 9 data, 28 train, 3 eval, 3 checkpoint, 2 snapshots.
    EXPECT_EQ(fields().size(), 102u);
}

TEST(Fields, DefaultsAreInRange) {
    for (const Field& field : fields())
        EXPECT_EQ(parseFieldValue(field, formatFieldValue(field.default_value)),
                  field.default_value)
            << field.key;
}

TEST(Fields, SetChangesThatFieldAndNoOther) {
    for (const Field& field : fields()) {
        const auto sample = testing::sampleFor(field);
        const auto changed = changedFields(Config{}, sample.config);
        ASSERT_EQ(changed.size(), 1u) << field.key;
        EXPECT_EQ(changed[0].first, field.key);
        EXPECT_EQ(changed[0].second, sample.value);
        EXPECT_FALSE(sample.config == Config{});
    }
    EXPECT_TRUE(Config{} == Config{});
}

TEST(Fields, EachWordStandsForAnEnumeratorOfItsOwn) {
    for (const Field& field : fields()) {
        std::set<int> enumerators;
        for (const Choice& choice : field.choices) {
            Config config;
            const FieldValue value = field.isList()
                                         ? FieldValue(std::vector<std::string>{choice.word})
                                         : FieldValue(choice.word);
            field.set(config, value);
            EXPECT_EQ(field.get(config), value) << field.key;
            EXPECT_EQ(wordOf(field.key, choice.enumerator), choice.word) << field.key;
            enumerators.insert(choice.enumerator);
        }
        EXPECT_EQ(enumerators.size(), field.choices.size()) << field.key;
        // Enumerators count from 0: none was left out between.
        if (!enumerators.empty()) {
            EXPECT_EQ(*enumerators.rbegin() + 1, std::ssize(field.choices)) << field.key;
        }
    }
    const Field& parts = *findField("train.parts");
    Config config;
    parts.set(config, parseFieldValue(parts, "[norms, attention]"));
    EXPECT_EQ(formatFieldValue(parts.get(config)), "[attention, norms]") << "in their own order";
    EXPECT_THROW(parseFieldValue(parts, "[head, head]"), Error);
    EXPECT_THROW(parseFieldValue(parts, "[heads]"), Error);
    EXPECT_EQ(wordOf("some.init", ExpertInit::uniform), "default");
    EXPECT_EQ(wordOf("train.device", DeviceChoice::cuda3), "cuda:3");
}

TEST(Fields, WhatIsNoChoiceIsRefusedWhereverItComesFrom) {
    Config config;
    const Field& field = *findField("some.experts");
    EXPECT_THROW(field.set(config, std::string("hired")), Error);
    config.some.experts = static_cast<ExpertKind>(17);
    EXPECT_THROW(field.get(config), Error);
    EXPECT_THROW(wordOf("some.experts", 17), Error);
    EXPECT_THROW(wordOf("keys.alpha", 0), Error);
    EXPECT_THROW(wordOf("no.such", 0), Error);
}

TEST(Fields, SectionAndLeaf) {
    EXPECT_EQ(findField("keys.alpha")->section(), "keys");
    EXPECT_EQ(findField("keys.alpha")->leaf(), "alpha");
    EXPECT_EQ(findField("name")->section(), "");
    EXPECT_EQ(findField("name")->leaf(), "name");
    EXPECT_EQ(findField("keys"), nullptr);
    EXPECT_EQ(findField(""), nullptr);
}

TEST(Fields, LiveFieldsAreThoseThatTrainingMayChange) {
    std::set<std::string> live;
    for (const Field& field : fields())
        if (field.live) live.insert(field.key);
    const std::set<std::string> expected = {
        "keys.alpha",          "keys.beta",         "keys.delta",        "keys.use_alpha",
        "keys.use_beta",       "keys.use_delta",    "keys.update_every", "train.temperature",
        "train.learning_rate", "some.top_k_warmup", "some.interventions"};
    EXPECT_EQ(live, expected);
}

TEST(Citations, DocumentsAreCitedByTitleWithTheirPlace) {
    EXPECT_EQ(
        cited("document 003, series A (0.01); core/README.md, section 4"),
        "Professional (Series A) Ablation Studies, series A (0.01); What SoME computes, section "
        "4 (Knowledge Gravity)");
    EXPECT_EQ(cited("core/README.md, sections 2 and 8"), "What SoME computes, sections 2 and 8");
    EXPECT_EQ(cited("document 009"), "document 009");
    EXPECT_EQ(cited("Document 000 advises"), "SoME Testing advises");
    EXPECT_EQ(cited("documents 000 and 001"), "SoME Testing and SoME ablation runs v1");
    EXPECT_EQ(cited("documents 001 to 003."),
              "SoME ablation runs v1, Professional (Series B) Ablation Studies and Professional "
              "(Series A) Ablation Studies.");
    for (const Field& field : fields()) {
        EXPECT_EQ(cited(field.source).find("document 0"), std::string::npos) << field.key;
        EXPECT_EQ(cited(field.source).find("README"), std::string::npos) << field.key;
    }
}

}  // namespace
}  // namespace orrery
