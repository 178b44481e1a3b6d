// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/supported.h"

#include <gtest/gtest.h>

#include <string>

#include "core/error.h"
#include "tests/core/model/small_config.h"

namespace orrery {
namespace {

std::string faultOf(void (*change)(Config&)) {
    Config config = test::smallConfig();
    change(config);
    try {
        requireSupported(config);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Supported, TheUsualModelIs) {
    EXPECT_EQ(faultOf([](Config&) {}), "");
    EXPECT_EQ(faultOf([](Config& c) { c.some.experts = ExpertKind::none, c.some.top_k = 99; }), "");
}

TEST(Supported, WhatIsNotIsNamedByItsKey) {
    const std::pair<const char*, void (*)(Config&)> cases[] = {
        {"some.top_k", [](Config& c) { c.some.top_k = 0; }},
        {"model.num_layers", [](Config& c) { c.model.num_layers = 0; }},
    };
    for (const auto& [key, change] : cases)
        EXPECT_NE(faultOf(change).find(key), std::string::npos) << key << ": " << faultOf(change);
}

}  // namespace
}  // namespace orrery
