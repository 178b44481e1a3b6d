// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/key_value_cache.h"

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include <functional>

#include "core/error.h"
#include "core/model/language_model.h"
#include "tests/core/model/small_config.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::smallConfig;

at::Tensor tokensOf(std::int64_t rows, std::int64_t length) {
    return (at::arange(rows * length, at::kLong) * 7 + 4).remainder(23).view({rows, length});
}

/// Reads `tokens` [R, T] in one pass up to `prompt` and then one by one: hidden [R, T, D].
at::Tensor readCached(LanguageModel& model, const at::Tensor& tokens, std::int64_t prompt,
                      ForwardOptions options = {}) {
    const std::int64_t rows = tokens.size(0), length = tokens.size(1);
    KeyValueCache cache(model->config(), rows, length);
    std::vector<at::Tensor> parts;
    for (std::int64_t begin = 0; begin < length; begin = std::max(prompt, begin + 1)) {
        const std::int64_t count = begin == 0 ? prompt : 1;
        const std::vector<std::int64_t> counts(static_cast<std::size_t>(rows), count);
        parts.push_back(
            model->extend(tokens.narrow(1, begin, count), counts, cache, options).hidden);
    }
    return at::cat(parts, 1);
}

at::Tensor readWhole(LanguageModel& model, const at::Tensor& tokens, ForwardOptions options = {}) {
    const at::NoGradGuard no_gradient;
    std::vector<at::Tensor> rows;  // alone, as random routing numbers its tokens
    for (std::int64_t row = 0; row < tokens.size(0); ++row)
        rows.push_back(model->forward(tokens.narrow(0, row, 1), options).hidden);
    return at::cat(rows);
}

struct Variant {
    const char* name;
    std::function<void(Config&)> change;
};

const std::vector<Variant>& variants() {
    static const std::vector<Variant> all = {
        {"plain", [](Config&) {}},
        {"rope", [](Config& c) { c.model.positions = PositionEncoding::rope; }},
        {"alibi", [](Config& c) { c.model.positions = PositionEncoding::alibi; }},
        {"alibi of three heads",
         [](Config& c) {
             c.model.positions = PositionEncoding::alibi;
             c.model.d_model = 12;
             c.model.num_heads = 3;
         }},
        {"pre norm", [](Config& c) { c.model.norm = NormPlacement::pre; }},
        {"linear router", [](Config& c) { c.some.router = RouterKind::linear; }},
        {"random", [](Config& c) { c.some.routing = Routing::random; }},
        {"hash", [](Config& c) { c.some.routing = Routing::hash; }},
        {"hnsw", [](Config& c) { c.some.search = KeySearch::hnsw; }},
        {"no experts", [](Config& c) { c.some.experts = ExpertKind::none; }},
        {"lora", [](Config& c) { c.some.experts = ExpertKind::lora; }},
        {"trained", [](Config& c) { c.some.experts = ExpertKind::trained; }},
        {"shared", [](Config& c) { c.some.shared_library = true; }},
        {"experts in bfloat16", [](Config& c) { c.some.expert_dtype = Precision::bf16; }},
        {"query residual", [](Config& c) { c.keys.query_residual = 0.5; }},
        {"balance bias", [](Config& c) { c.some.balance_bias = 0.01; }},
        {"raw queries", [](Config& c) { c.some.normalize_query = false; }},
        {"learned temperature", [](Config& c) { c.keys.temperature = GateTemperature::learned; }}};
    return all;
}

TEST(KeyValueCache, TokenByTokenIsTheWholeTextForEveryKindOfModel) {
    for (const Variant& variant : variants()) {
        Config config = smallConfig();
        variant.change(config);
        LanguageModel model(config);
        const at::Tensor tokens = tokensOf(3, 25);  // beyond seq_len
        const at::Tensor whole = readWhole(model, tokens);
        for (const std::int64_t prompt : {1, 7, 24})
            EXPECT_LT(largestDifference(readCached(model, tokens, prompt), whole), 2e-5)
                << variant.name << " " << prompt;
    }
}

TEST(KeyValueCache, RowsOfDifferentLengthArePaddedBehind) {
    for (const PositionEncoding positions :
         {PositionEncoding::sinusoidal, PositionEncoding::rope, PositionEncoding::alibi})
        for (const Routing routing : {Routing::keys, Routing::random, Routing::hash}) {
            Config config = smallConfig();
            config.model.positions = positions;
            config.some.routing = routing;
            LanguageModel model(config);
            const at::Tensor tokens = tokensOf(3, 9);
            KeyValueCache cache(config, 3, 9);
            const std::vector<std::int64_t> counts = {8, 3, 5};
            at::Tensor padded = tokens.narrow(1, 0, 8).clone();
            padded[1].narrow(0, 3, 5).fill_(1);
            padded[2].narrow(0, 5, 3).fill_(2);
            model->extend(padded, counts, cache, {});
            EXPECT_EQ(cache.lengths(), counts);
            const at::Tensor next =
                at::stack({tokens[0][8], tokens[1][3], tokens[2][5]}).view({3, 1});
            const std::vector<std::int64_t> ones = {1, 1, 1};
            const at::Tensor hidden = model->extend(next, ones, cache, {}).hidden;
            for (std::int64_t row = 0; row < 3; ++row) {
                const std::int64_t length = counts[static_cast<std::size_t>(row)] + 1;
                const at::Tensor alone =
                    readWhole(model, tokens.narrow(0, row, 1).narrow(1, 0, length));
                EXPECT_LT(largestDifference(hidden[row][0], alone[0][length - 1]), 2e-5) << row;
            }
        }
}

TEST(KeyValueCache, InBfloat16ItRoundsWhatATrainingStepRounds) {
    Config config = smallConfig();
    config.model.d_model = 64;
    config.train.precision = Precision::bf16;
    LanguageModel model(config);
    const at::Tensor tokens = tokensOf(2, 20);
    EXPECT_LT(largestDifference(readCached(model, tokens, 5), readWhole(model, tokens)), 2e-2);
}

TEST(KeyValueCache, SelectedRowsGoOnAsTheyWere) {
    LanguageModel model(smallConfig());
    const at::Tensor tokens = tokensOf(3, 9);
    const std::vector<std::int64_t> eight = {8, 8, 8}, ones = {1, 1, 1, 1};
    KeyValueCache cache(model->config(), 3, 9);
    model->extend(tokens.narrow(1, 0, 8), eight, cache, {});
    const std::vector<std::int64_t> rows = {2, 0, 2, 1};
    KeyValueCache chosen = cache.select(rows);
    KeyValueCache other(model->config(), 3, 9);
    model->extend(tokens.flip(0).narrow(1, 0, 8), eight, other, {});
    chosen.replace(3, other, 2);  // what row 0 has read
    const at::Tensor last = tokens.select(1, 8);
    const at::Tensor next = at::stack({last[2], last[0], last[2], last[0]}).view({4, 1});
    const at::Tensor hidden = model->extend(next, ones, chosen, {}).hidden;
    const at::Tensor whole = readWhole(model, tokens);
    const std::vector<std::int64_t> expected = {2, 0, 2, 0};
    for (std::int64_t row = 0; row < 4; ++row)
        EXPECT_LT(
            largestDifference(hidden[row][0], whole[expected[static_cast<std::size_t>(row)]][8]),
            2e-5);
}

TEST(KeyValueCache, CountsItsMemory) {
    const Config config = smallConfig();
    const KeyValueCache cache(config, 3, 11);
    double bytes = 0;
    for (std::int64_t layer = 0; layer < 2; ++layer)
        bytes += static_cast<double>(cache.keys(layer).nbytes() + cache.values(layer).nbytes());
    EXPECT_EQ(KeyValueCache::bytes(config, 3, 11), bytes);
}

TEST(KeyValueCache, RefusesWhatDoesNotFit) {
    Config config = smallConfig();
    LanguageModel model(config);
    KeyValueCache cache(config, 1, 4);
    const std::vector<std::int64_t> five = {5}, four = {4}, one = {1}, two = {1, 1};
    EXPECT_THROW(model->extend(tokensOf(1, 5), five, cache, {}), Error);
    model->extend(tokensOf(1, 4), four, cache, {});
    EXPECT_THROW(model->extend(tokensOf(1, 1), one, cache, {}), Error);
    EXPECT_THROW(model->extend(tokensOf(2, 1), two, cache, {}), Error);
    EXPECT_THROW(KeyValueCache(config, 0, 4), Error);
    config.model.causal = false;
    LanguageModel open(config);
    KeyValueCache fresh(config, 1, 4);
    EXPECT_THROW(open->extend(tokensOf(1, 4), four, fresh, {}), Error);
}

}  // namespace
}  // namespace orrery
