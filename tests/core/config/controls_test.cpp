// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/controls.h"

#include <gtest/gtest.h>

#include "core/config/yaml.h"

namespace orrery {
namespace {

std::vector<std::string> namesOf(const std::vector<Control>& controls) {
    std::vector<std::string> names;
    for (const Control& control : controls)
        names.push_back(control.name);
    return names;
}

const Control& find(const std::vector<Control>& controls, const std::string& name) {
    for (const Control& control : controls)
        if (control.name == name) return control;
    throw Error("no control " + name);
}

TEST(Controls, AreTheConfigurationItselfAndSevenOthers) {
    Config config;
    config.name = "demo";
    const auto controls = controlsOf(config);
    EXPECT_EQ(namesOf(controls),
              (std::vector<std::string>{"itself", "no_experts", "random_routing", "hash_routing",
                                        "dense_frozen", "sparse_experts", "trained_experts",
                                        "keys_held"}));
    for (const Control& control : controls) {
        EXPECT_EQ(control.config.name, "demo-" + control.name);
        EXPECT_EQ(control.config.train.seed, config.train.seed);
        EXPECT_EQ(control.config.train.batch_size, config.train.batch_size);
        EXPECT_EQ(control.config.model.d_model, config.model.d_model);
    }
    EXPECT_FALSE(find(controls, "keys_held").config.keys.use_alpha);
    EXPECT_EQ(find(controls, "no_experts").config.some.experts, ExpertKind::none);
}

TEST(Controls, TheDenseNetworkHasTheArithmeticOfATokensExperts) {
    Config config;
    config.some.d_ffn = 100;
    config.some.top_k = 4;
    const Config dense = find(controlsOf(config), "dense_frozen").config;
    EXPECT_EQ(dense.some.num_experts, 1);
    EXPECT_EQ(dense.some.top_k, 1);
    EXPECT_EQ(dense.some.d_ffn, 400);
}

TEST(Controls, WhatTheConfigurationIsAlreadyIsNoControl) {
    Config config;
    config.some.init = ExpertInit::sparse;
    EXPECT_EQ(namesOf(controlsOf(config)).size(), 7U);
    config.some.experts = ExpertKind::none;
    EXPECT_EQ(namesOf(controlsOf(config))[1], "random_routing");
}

TEST(Controls, OneThatCanNotRunIsNamed) {
    Config config;
    config.name = std::string(90, 'x');
    try {
        controlsOf(config);
        FAIL() << "a name of more than 100 characters";
    } catch (const ConfigError& error) {
        EXPECT_NE(std::string(error.what()).find("control random_routing: "), std::string::npos);
    }
}

}  // namespace
}  // namespace orrery
