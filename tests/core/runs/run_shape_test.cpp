// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_shape.h"

#include <gtest/gtest.h>

#include "tests/core/runs/run_support.h"

namespace orrery {
namespace {

/// Two layers of three experts, keys of four dimensions.
Config shape() {
    Config config;
    config.model.num_layers = 2;
    config.model.d_model = 4;
    config.some.num_experts = 3;
    return config;
}

std::string faultOf(const Event& event) {
    return test::errorOf([&] { requireShape(event, shape(), "place/run.db"); });
}

Trace trace(int layers, int top_k, int experts, std::vector<std::int32_t> chosen) {
    Trace result;
    result.step = 7;
    result.layers = layers;
    result.top_k = top_k;
    result.experts_per_layer = experts;
    result.experts = std::move(chosen);
    return result;
}

TEST(RunShape, EventsOfTheRunPass) {
    const std::vector<Event> fitting{Usage{1, 1, {1, 2, 3}},
                                     std::make_shared<const Keys>(Keys{1, 0, 3, 4, {}, {}}),
                                     ExpertTokens{1, 1, {{}, {}, {}}},
                                     trace(2, 2, 3, {0, 2, 1, 0}),
                                     Respawned{1, 0, 1, {0, 2}},
                                     Message{1, 0, Severity::info, "log", "any"},
                                     test::scalars(1, 2)};
    for (const Event& event : fitting)
        EXPECT_EQ(faultOf(event), "") << event.index();
}

TEST(RunShape, WhatIsNotOfTheRunIsNamed) {
    const std::vector<std::pair<Event, std::string>> foreign{
        {Usage{7, 2, {1, 2, 3}}, "usage counts of layer 2"},
        {Usage{7, -1, {1, 2, 3}}, "usage counts of layer -1"},
        {Usage{7, 0, {1, 2}}, "usage counts of 2 experts"},
        {std::make_shared<const Keys>(Keys{7, 0, 5, 4, {}, {}}), "keys of 5 experts"},
        {std::make_shared<const Keys>(Keys{7, 0, 3, 8, {}, {}}), "keys of 8 dimensions"},
        {ExpertTokens{7, 0, {{}}}, "tokens of experts of 1 experts"},
        {trace(1, 2, 3, {}), "a trace of 1 layers"},
        {trace(2, 4, 3, {}), "a trace of 4 experts a token"},
        {trace(2, 0, 3, {}), "a trace of 0 experts a token"},
        {trace(2, 2, 3, {0, 3}), "a trace of expert 3"},
        {Respawned{7, 0, 0, {0, 3}}, "respawned keys of expert 3"},
        {Respawned{7, 0, 2, {0}}, "respawned keys of layer 2"}};
    for (const auto& [event, part] : foreign) {
        const std::string fault = faultOf(event);
        EXPECT_NE(fault.find("place/run.db holds " + part), std::string::npos) << part << fault;
        EXPECT_NE(fault.find("(step 7)"), std::string::npos) << fault;
        EXPECT_NE(fault.find("2 layers"), std::string::npos) << fault;
        EXPECT_NE(fault.find("Take both from a backup."), std::string::npos) << fault;
    }
}

}  // namespace
}  // namespace orrery
