// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/graph_rules.h"

#include <gtest/gtest.h>

#include "core/config/fields.h"
#include "tests/core/step/graph_case.h"

namespace orrery {
namespace {

using test::recordable;

TEST(GraphRules, WhatIsKnownToBeExactIsRecorded) {
    EXPECT_EQ(graphObstacle(recordable(), 9), "");
    EXPECT_EQ(graphObstacle(recordable(), 10), "");
    for (const auto change : {+[](Config& c) { c.some.experts = ExpertKind::trained; },
                              +[](Config& c) { c.some.routing = Routing::hash; },
                              +[](Config& c) { c.keys.tokens = KeyTokens::all; },
                              +[](Config& c) { c.keys.temperature = GateTemperature::learned; },
                              +[](Config& c) { c.some.balance_loss = 0.1; },
                              +[](Config& c) { c.train.accumulation = 2; },
                              +[](Config& c) { c.model.positions = PositionEncoding::rope; }}) {
        Config config = recordable();
        change(config);
        EXPECT_EQ(graphObstacle(config, 9), "");
    }
    Config none = recordable();
    none.some.experts = ExpertKind::none;
    none.train.precision = Precision::fp32;
    EXPECT_EQ(graphObstacle(none, 8), "") << "no product of experts needs the host";
}

TEST(GraphRules, WhatNeedsTheHostSaysWhy) {
    EXPECT_EQ(graphObstacle(recordable(), 0), "the run trains on the CPU");
    for (const int generation : {8, 12})
        EXPECT_NE(graphObstacle(recordable(), generation).find("neither 9.x nor 10.x"),
                  std::string::npos);
    const std::vector<std::pair<const char*, void (*)(Config&)>> cases{
        {"train.precision is fp32", [](Config& c) { c.train.precision = Precision::fp32; }},
        {"no multiple of 8", [](Config& c) { c.some.d_ffn = 12; }},
        {"no multiple of 8", [](Config& c) { c.model.d_model = 12; }},
        {"some.experts is lora", [](Config& c) { c.some.experts = ExpertKind::lora; }},
        {"some.search is hnsw", [](Config& c) { c.some.search = KeySearch::hnsw; }},
        {"above 4096", [](Config& c) { c.some.num_experts = 5000; }},
        {"train.optimizer is adafactor",
         [](Config& c) { c.train.optimizer = OptimizerKind::adafactor; }},
        {"data.packing is bucketed", [](Config& c) { c.data.packing = Packing::bucketed; }},
        {"model.positions is alibi",
         [](Config& c) { c.model.positions = PositionEncoding::alibi; }},
        {"some.routing is random", [](Config& c) { c.some.routing = Routing::random; }},
        {"keys.token_fraction", [](Config& c) { c.keys.token_fraction = 0.5; }},
        {"keys.respawn_threshold", [](Config& c) { c.keys.respawn_threshold = 0.1; }},
        {"keys.beta_schedule", [](Config& c) {
             c.keys.beta_schedule = {0.1, 0.2};
         }}};
    for (const auto& [text, change] : cases) {
        Config config = recordable();
        change(config);
        EXPECT_NE(graphObstacle(config, 9).find(text), std::string::npos)
            << text << ": " << graphObstacle(config, 9);
    }
}

TEST(GraphRules, EqualStepsHaveEqualSignatures) {
    const Config config = recordable();
    const StepInput input = test::graphBatch(0);
    const auto at = [&](std::int64_t step, const Config& with) {
        return graphSignature(input, with, {step, 100, true});
    };
    EXPECT_EQ(at(10, config), at(11, config));
    EXPECT_EQ(at(10, config), graphSignature(test::graphBatch(1), config, {10, 100, true}))
        << "tokens are no part of it";
    EXPECT_NE(at(0, config), at(10, config)) << "delta begins after its warm-up";
    EXPECT_NE(at(10, config), graphSignature(input, config, {10, 100, false}));
    const StepInput narrow{input.inputs.narrow(0, 0, 2), input.targets.narrow(0, 0, 2)};
    EXPECT_NE(at(10, config), graphSignature(narrow, config, {10, 100, true}));
    Config every = config;
    every.keys.update_every = 4;
    EXPECT_EQ(at(12, every), at(13, every));
    EXPECT_NE(at(12, every), at(11, every)) << "step 12 moves keys";
    Config ramp = config;
    ramp.some.top_k_warmup = 0.2;
    EXPECT_NE(at(10, ramp), at(60, ramp));
}

/// A setting that may change while training is in the signature, or on the device. That no live
/// field is forgotten is what this test is for.
TEST(GraphRules, EachLiveSettingIsInTheSignatureOrOnTheDevice) {
    int live = 0;
    const Config config = recordable();
    const auto before = graphSignature(test::graphBatch(0), config, {10, 100, true});
    for (const Field& field : fields()) {
        if (!field.live) continue;
        ++live;
        const FieldValue value = field.get(config);
        const auto* flag = std::get_if<bool>(&value);
        // Step 10 of 100 has to lie within the warm-up.
        const bool warmup = field.key == "some.top_k_warmup";
        const char* number = field.type == FieldType::integer ? "3" : warmup ? "0.5" : "0.0625";
        const std::string text = field.type == FieldType::text ? "knock-out 0:1"
                                 : flag == nullptr             ? number
                                 : *flag                       ? "false"
                                                               : "true";
        Config changed = config;
        field.set(changed, parseFieldValue(field, text));
        const auto after = graphSignature(test::graphBatch(0), changed, {10, 100, true});
        const bool on_device = field.key == "train.learning_rate";
        EXPECT_EQ(after == before, on_device) << field.key;
    }
    EXPECT_GE(live, 9);
}

}  // namespace
}  // namespace orrery
