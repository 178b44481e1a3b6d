// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/probes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace orrery {
namespace {

/// A run in which nothing is wrong: two layers, k = 4 of 8 experts.
struct Sound {
    Config config;
    ProbeMeasures measures;

    Sound() {
        config.some.num_experts = 8;
        config.some.top_k = 4;
        config.keys.normalize = KeyNormalization::clamp;
        measures.leak = 1e-6;
        measures.loss = measures.loss_with_pads = 2.5;
        const LayerMeasure layer{.contribution = 0.6, .query_gradient = 0.2, .gate_entropy = 1.0};
        measures.layers = {layer, layer};
    }
};

ProbeFinding find(const Sound& run, const std::string& probe) {
    for (const ProbeFinding& finding : judgeProbes(run.measures, run.config))
        if (finding.probe == probe) return finding;
    return {};
}

struct Case {
    const char* name;
    const char* probe;
    std::function<void(Sound&)> spoil;
    const char* meaning;  // part of the text
    const char* claim;    // part of the claim
};

class ProbeCases : public testing::TestWithParam<Case> {};

TEST_P(ProbeCases, FiresWhenItShouldAndNotBefore) {
    Sound run;
    const ProbeFinding quiet = find(run, GetParam().probe);
    ASSERT_EQ(quiet.probe, GetParam().probe);
    EXPECT_FALSE(quiet.fires) << quiet.text;
    EXPECT_EQ(quiet.claim, "");
    EXPECT_EQ(quiet.message(), quiet.text);
    GetParam().spoil(run);
    const ProbeFinding fired = find(run, GetParam().probe);
    EXPECT_TRUE(fired.fires) << fired.text;
    EXPECT_NE(fired.text.find(GetParam().meaning), std::string::npos) << fired.text;
    EXPECT_NE(fired.claim.find(GetParam().claim), std::string::npos) << fired.claim;
    EXPECT_EQ(fired.claim.find("document"), std::string::npos) << "by title: " << fired.claim;
    EXPECT_NE(fired.message().find("This affects"), std::string::npos);
    int firing = 0;
    for (const ProbeFinding& other : judgeProbes(run.measures, run.config))
        firing += other.fires ? 1 : 0;
    EXPECT_EQ(firing, 1) << "one cause, one probe";
}

const Case cases[] = {
    {"mask", "causality", [](Sound& r) { r.config.model.causal = false; }, "copying",
     "SoME Testing"},
    {"leak", "causality", [](Sound& r) { r.measures.leak = 0.5; }, "0.5", "SoME Testing"},
    {"not_finite", "causality", [](Sound& r) { r.measures.leak = NAN; }, "copying", "SoME Testing"},
    {"contribution", "contribution", [](Sound& r) { r.measures.layers[1].contribution = 0.01; },
     "in layer 1 that is negligible", "claim A"},
    {"pads_in_loss", "padding",
     [](Sound& r) {
         r.config.train.pad_in_loss = true;
         r.measures.pads_in_targets = 0.73;
     },
     "73 % of the targets", "long context"},
    {"pads_in_keys", "padding", [](Sound& r) { r.measures.pads_in_keys = 0.5; }, "update keys",
     "Gini"},
    {"gradient", "query_gradient", [](Sound& r) { r.measures.layers[0].query_gradient = 1e-4; },
     "in layer 0 the query network hardly learns", "address book"},
    {"uniform", "uniform_gates",
     [](Sound& r) {
         for (LayerMeasure& layer : r.measures.layers)
             layer.gate_entropy = 0.99 * std::log(4.0);
     },
     "in layers 0, 1 the selected experts are averaged", "claim B"},
    {"duplicates", "duplicate_keys", [](Sound& r) { r.measures.layers[1].duplicate_keys = 2; },
     "0, 2 of 8", "guilds"},
    {"unused", "unused_experts", [](Sound& r) { r.measures.layers[0].unused_experts = 3; },
     "3, 0 of 8", "64 to 512"},
    {"delta", "idle_delta", [](Sound& r) { r.config.keys.normalize = KeyNormalization::all; },
     "restores a decayed key", "experiment 3.2"},
    {"pads_flatter", "loss_with_pads", [](Sound& r) { r.measures.loss_with_pads = 0.7; },
     "2.5 without padding and 0.7", "Series A"},
};
INSTANTIATE_TEST_SUITE_P(Probes, ProbeCases, testing::ValuesIn(cases),
                         [](const auto& info) { return info.param.name; });

TEST(Probes, DeltaThatIsOffIsNotIdle) {
    Sound run;
    run.config.keys.normalize = KeyNormalization::all;
    run.config.keys.use_delta = false;
    EXPECT_FALSE(find(run, "idle_delta").fires);
    run.config.keys.use_delta = true;
    run.config.some.routing = Routing::hash;
    EXPECT_FALSE(find(run, "idle_delta").fires);
}

TEST(Probes, GatesThatNobodyWeighsAreNotJudged) {
    Sound run;
    for (LayerMeasure& layer : run.measures.layers)
        layer.gate_entropy = std::log(4.0);
    run.config.some.routing = Routing::random;
    EXPECT_FALSE(find(run, "uniform_gates").fires);
    run.config.some.routing = Routing::keys;
    run.config.some.top_k = 1;
    EXPECT_FALSE(find(run, "uniform_gates").fires);
}

TEST(Probes, AModelWithoutExpertsIsQuietAboutThem) {
    Sound run;
    run.measures.layers.clear();
    run.config.some.experts = ExpertKind::none;
    const auto findings = judgeProbes(run.measures, run.config);
    EXPECT_EQ(findings.size(), 9U);
    EXPECT_EQ(firedProbes(findings), "none");
    EXPECT_NE(find(run, "contribution").text.find("there are no experts"), std::string::npos);
}

TEST(Probes, ThoseThatFireAreListedByName) {
    Sound run;
    run.measures.layers[0].contribution = 0.01;
    run.config.keys.normalize = KeyNormalization::all;
    EXPECT_EQ(firedProbes(judgeProbes(run.measures, run.config)), "contribution, idle_delta");
}

}  // namespace
}  // namespace orrery
