// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_analysis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"

namespace orrery {
namespace {

/// Two tokens "a" (NOUN) of experts 0 and 1, two "b" (VERB) of 0 and 2; expert 3 is idle. Keys of
/// two dimensions; queries of the first two tokens.
AnalysisInput smallInput() {
    AnalysisInput input;
    input.step = 30;
    input.keys = {{30, 0, 4, 2, {1, 0, 0, 1, 1, 0, 0, 2}, {4, 3, 2, 1}}};
    input.weight_norms = {{5, 6, 7, 8}};
    RoutedText& text = input.text;
    text.experts = 4;
    text.top_k = 2;
    text.token_ids = {0, 0, 1, 1};
    text.pieces = {"a", "b", "c"};
    text.parts = {0, 0, 1, 1};
    text.part_names = {"NOUN", "VERB"};
    text.layers = {
        {{0, 1, 0, 1, 0, 2, 0, 2}, {0.5F, 0.5F, 1, 0, 1, 0, 0.5F, 0.5F}, {1, 0, 1, 0}, 0.25}};
    input.earlier = {{20, {{0, 3, 0, 1, 0, 2, 0, 2}}}};
    input.training_usage = {{10, 10, 10, 10}};
    input.earlier_key_steps = {10, 20};
    input.keys_at = [](int layer, std::int64_t step) {
        const float y = step == 10 ? 3.0F : 0.0F;  // key 0 starts 3 away from where it ends
        return std::make_shared<const Keys>(
            Keys{step, layer, 4, 2, {1, y, 0, 1, 1, 0, 0, 2}, {0, 0, 0, 0}});
    };
    return input;
}

const Table& find(const std::vector<Table>& tables, const std::string& name) {
    const auto found = std::ranges::find(tables, name, &Table::name);
    if (found == tables.end()) throw Error("no table " + name);
    return *found;
}

Cell at(const Table& table, std::size_t row, const std::string& column) {
    const auto place = std::ranges::find(table.columns, column);
    if (place == table.columns.end()) throw Error("no column " + column);
    return table.rows.at(row).at(static_cast<std::size_t>(place - table.columns.begin()));
}

double number(const Table& table, std::size_t row, const std::string& column) {
    const Cell cell = at(table, row, column);
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*whole);
    return std::get<double>(cell);
}

TEST(RunAnalysis, EveryRowFillsItsColumns) {
    for (const Table& table : analyze(smallInput())) {
        EXPECT_FALSE(table.rows.empty()) << table.name;
        for (const auto& row : table.rows)
            EXPECT_EQ(row.size(), table.columns.size()) << table.name;
    }
}

TEST(RunAnalysis, LayerFigures) {
    const auto tables = analyze(smallInput());
    const Table& layers = find(tables, "layers");
    EXPECT_EQ(number(layers, 0, "tokens"), 4);
    EXPECT_EQ(number(layers, 0, "used"), 3);
    EXPECT_EQ(number(layers, 0, "coverage_50"), 1);
    EXPECT_EQ(number(layers, 0, "coverage_90"), 3);
    EXPECT_DOUBLE_EQ(number(layers, 0, "max_violation"), 1);  // 4 of 8 at a mean of 2
    EXPECT_NEAR(number(layers, 0, "gate_entropy"), std::log(2.0) / 2, 1e-6);
    EXPECT_DOUBLE_EQ(number(layers, 0, "contribution"), 0.25);
    // p(0, a) = p(0, b) = p(1, a) = p(2, b) = 1/4: half of the selections tell the token.
    EXPECT_NEAR(number(layers, 0, "token_information_bits"), 0.5, 1e-12);
    EXPECT_NEAR(number(layers, 0, "part_information_bits"), 0.5, 1e-12);
    EXPECT_DOUBLE_EQ(number(layers, 0, "vocabulary_specialization"), 1);
    EXPECT_NEAR(number(layers, 0, "query_key_cosine"), 0.5, 1e-6);
    EXPECT_NEAR(number(layers, 0, "best_key_cosine"), 1, 1e-6);
    EXPECT_NEAR(number(layers, 0, "margin"), -1, 1e-6);  // key 2 was left out, and scores 1
    EXPECT_EQ(number(layers, 0, "duplicate_pairs"), 2);
    EXPECT_DOUBLE_EQ(number(layers, 0, "mean_key_norm"), 1.25);
    EXPECT_EQ(number(layers, 0, "key_drift"), 0);
    EXPECT_EQ(number(layers, 0, "guilds"), 0);  // four tokens prove nothing
}

TEST(RunAnalysis, ExpertsAndWhatTheyServe) {
    const auto tables = analyze(smallInput());
    const Table& experts = find(tables, "experts");
    ASSERT_EQ(experts.rows.size(), 4U);
    EXPECT_EQ(number(experts, 1, "selections"), 2);
    EXPECT_DOUBLE_EQ(number(experts, 1, "share"), 0.25);
    EXPECT_DOUBLE_EQ(number(experts, 1, "gate_share"), 0.125);
    EXPECT_DOUBLE_EQ(number(experts, 1, "mean_gate"), 0.25);
    EXPECT_TRUE(std::isnan(number(experts, 3, "mean_gate")));
    EXPECT_EQ(number(experts, 1, "weight_norm"), 6);
    EXPECT_EQ(number(experts, 1, "usage_state"), 3);
    EXPECT_EQ(number(experts, 1, "nearest_expert"), 3);
    EXPECT_NEAR(number(experts, 1, "token_specialization_bits"), 1, 1e-12);
    EXPECT_EQ(number(experts, 0, "token_specialization_bits"), 0);
    EXPECT_EQ(std::get<std::string>(at(experts, 0, "top_tokens")), "a|b");
    EXPECT_EQ(std::get<std::string>(at(experts, 2, "top_parts")), "VERB");
    EXPECT_EQ(std::get<std::string>(at(experts, 3, "top_tokens")), "");
    const Table& tokens = find(tables, "expert_tokens");
    ASSERT_EQ(tokens.rows.size(), 4U);
    EXPECT_EQ(number(tokens, 2, "expert"), 1);
    EXPECT_EQ(number(tokens, 2, "share_of_expert"), 1);
    EXPECT_EQ(number(tokens, 2, "share_of_token"), 1);
    EXPECT_EQ(number(tokens, 2, "lift"), 2);
    EXPECT_EQ(find(tables, "expert_parts").rows.size(), 4U);
    const Table& pairs = find(tables, "coactivation");
    ASSERT_EQ(pairs.rows.size(), 4U);  // 0-1, 0-2, 1-0, 2-0
    EXPECT_DOUBLE_EQ(number(pairs, 0, "share"), 0.5);
    EXPECT_DOUBLE_EQ(number(pairs, 2, "share"), 1);
    EXPECT_DOUBLE_EQ(number(pairs, 0, "lift"), 1);
}

TEST(RunAnalysis, KeysOverTime) {
    const auto tables = analyze(smallInput());
    const Table& drift = find(tables, "key_drift");
    ASSERT_EQ(drift.rows.size(), 2U);
    EXPECT_EQ(number(drift, 0, "from_step"), 10);
    EXPECT_DOUBLE_EQ(number(drift, 0, "mean"), 0.75);
    EXPECT_DOUBLE_EQ(number(drift, 0, "largest"), 3);
    EXPECT_EQ(number(drift, 1, "mean"), 0);
    EXPECT_EQ(number(drift, 1, "step"), 30);
    const Table& duplicates = find(tables, "duplicates");
    EXPECT_EQ(number(duplicates, 1, "expert"), 1);
    EXPECT_EQ(number(duplicates, 1, "other"), 3);
}

TEST(RunAnalysis, ChurnByCheckpointsAndByKeys) {
    const auto tables = analyze(smallInput());
    const Table& churn = find(tables, "churn");
    ASSERT_EQ(churn.rows.size(), 3U);
    EXPECT_EQ(std::get<std::string>(at(churn, 0, "by")), "model");
    EXPECT_DOUBLE_EQ(number(churn, 0, "churn"), 1.0 / 8);
    EXPECT_DOUBLE_EQ(number(churn, 0, "saturation"), 7.0 / 8);
    EXPECT_EQ(std::get<std::string>(at(churn, 1, "by")), "keys");
    // The query (1, 0) scores keys 0 and 2 best at every snapshot.
    EXPECT_EQ(number(churn, 1, "churn"), 0);
    EXPECT_EQ(number(churn, 1, "saturation"), 1);
}

TEST(RunAnalysis, OfKeysAlone) {
    AnalysisInput input = smallInput();
    input.text = {};
    input.earlier.clear();
    const auto tables = analyze(input);
    const Table& layers = find(tables, "layers");
    EXPECT_TRUE(std::isnan(number(layers, 0, "gini")));
    EXPECT_TRUE(std::isnan(number(layers, 0, "margin")));
    EXPECT_EQ(number(layers, 0, "duplicate_pairs"), 2);
    EXPECT_TRUE(std::isnan(number(find(tables, "experts"), 0, "selections")));
    EXPECT_EQ(number(find(tables, "training_usage"), 0, "gini"), 0);
    EXPECT_THROW(find(tables, "coactivation"), Error);
}

TEST(RunAnalysis, WithoutTagsKindsAreTokens) {
    AnalysisInput input = smallInput();
    input.text.parts.clear();
    // Many tokens "c" that experts 1 and 3 serve together make a guild of that token.
    RoutedLayer& layer = input.text.layers[0];
    for (int i = 0; i < 200; ++i) {
        const bool special = i % 2 == 0;
        input.text.token_ids.push_back(special ? 2 : i / 2 % 2);
        layer.selected.insert(layer.selected.end(), {special ? 1 : 0, special ? 3 : 2});
        layer.gates.insert(layer.gates.end(), {0.5F, 0.5F});
    }
    input.earlier.clear();
    const auto tables = analyze(input);
    const Table& guilds = find(tables, "guilds");
    EXPECT_EQ(std::get<std::string>(at(guilds, 0, "experts")), "1 3");
    EXPECT_EQ(std::get<std::string>(at(guilds, 0, "kind")), "c");
    EXPECT_EQ(std::get<std::string>(at(guilds, 0, "top_tokens")), "c");
    EXPECT_EQ(number(guilds, 0, "tokens"), 100);
    EXPECT_EQ(number(guilds, 0, "permutations"), 1000);
    EXPECT_LE(number(guilds, 0, "q_value"), 0.01);
    EXPECT_GE(number(guilds, 0, "q_value"), number(guilds, 0, "p_value"));
    EXPECT_GT(number(guilds, 0, "strength_bits"), 0);
    EXPECT_EQ(number(find(tables, "layers"), 0, "guilds"), std::ssize(guilds.rows));
    EXPECT_TRUE(std::isnan(number(find(tables, "layers"), 0, "part_information_bits")));
}

TEST(RunAnalysis, CanBeStopped) {
    AnalysisInput input = smallInput();
    input.keep_going = [] { return false; };
    EXPECT_THROW(analyze(input), Cancelled);
}

}  // namespace
}  // namespace orrery
