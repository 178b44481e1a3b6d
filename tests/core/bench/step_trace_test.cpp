// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/step_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace orrery {
namespace {

TEST(StepTrace, HoldsTheOperationsOfOneStep) {
    Config config;
    config.model = {.vocab_size = 64, .d_model = 16, .num_layers = 2, .num_heads = 2, .seq_len = 8};
    config.some.num_experts = 4;
    config.some.d_ffn = 16;
    config.some.top_k = 2;
    config.train.batch_size = 2;
    const std::vector<TraceSpan> spans = traceStep(config);
    const auto calls = [&](const std::string& name) {
        return std::ranges::count(spans, name, &TraceSpan::name);
    };
    EXPECT_EQ(calls("orrery::grouped_ffn"), 2);  // one a layer
    EXPECT_EQ(calls("orrery::grouped_ffn_backward"), 2);
    for (const TraceSpan& span : spans) {
        EXPECT_GE(span.begin, 0);
        EXPECT_LE(span.own_seconds, span.seconds);
        EXPECT_GE(span.own_seconds, -1e-9) << span.name;
    }
    const auto trace = nlohmann::json::parse(chromeTrace(spans));
    ASSERT_EQ(trace.at("traceEvents").size(), spans.size());
    EXPECT_EQ(trace.at("traceEvents").at(0).at("ph"), "X");
}

}  // namespace
}  // namespace orrery
