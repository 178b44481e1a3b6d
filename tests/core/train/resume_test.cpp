// SPDX-License-Identifier: GPL-3.0-or-later
// Runs whose layers hold more than keys and usage resume bit for bit too.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "core/events/commands.h"
#include "core/model/state_file.h"
#include "core/train/checkpoint.h"
#include "tests/core/runs/run_support.h"
#include "tests/core/train/session_support.h"

namespace orrery {
namespace {

using test::TemporaryFolder;
using test::WatchedSession;

struct Knob {
    const char* name;
    void (*turn)(Config&);
    const char* state;  // a tensor of the checkpoint that the knob moves
};

class ResumeWith : public testing::TestWithParam<Knob> {};

TEST_P(ResumeWith, EqualsTheRunThatWasNotInterrupted) {
    TemporaryFolder folder;
    Config config = test::tinyConfig(10);
    GetParam().turn(config);
    WatchedSession straight(test::newRun(config, folder / "runs"));
    ASSERT_EQ(straight.runToEnd(), RunState::finished);
    const auto checkpoints = straight.session.runFolder() / "checkpoints";
    std::filesystem::rename(checkpoints / "step-000010", folder / "straight");
    WatchedSession resumed(test::resumedRun(straight.session.runFolder()));
    ASSERT_EQ(resumed.runToEnd(), RunState::finished);

    const NamedTensors half = loadTensors(checkpoints / "step-000005/model.safetensors");
    const NamedTensors whole = loadTensors(folder / "straight/model.safetensors");
    EXPECT_FALSE(at::equal(half.at(GetParam().state), whole.at(GetParam().state)));
    const NamedTensors again = loadTensors(checkpoints / "step-000010/model.safetensors");
    ASSERT_EQ(again.size(), whole.size());
    for (const auto& [name, tensor] : whole)
        EXPECT_TRUE(at::equal(again.at(name), tensor)) << name;
    const NamedTensors moments = loadTensors(folder / "straight/optimizer.safetensors");
    for (const auto& [name, tensor] :
         loadTensors(checkpoints / "step-000010/optimizer.safetensors"))
        EXPECT_TRUE(at::equal(moments.at(name), tensor)) << name;
}

const Knob knobs[] = {
    {"lora", [](Config& c) { c.some.experts = ExpertKind::lora; }, "layers.1.some.experts.down_b"},
    {"lora_shared_bf16",
     [](Config& c) {
         c.some.experts = ExpertKind::lora;
         c.some.shared_library = true;
         c.some.expert_dtype = Precision::bf16;
         c.checkpoint.experts = ExpertStorage::full;
     },
     "some.experts.up_a"},
    {"balance_bias", [](Config& c) { c.some.balance_bias = 0.01; }, "layers.0.some.balance_bias"},
    {"learned_temperature", [](Config& c) { c.keys.temperature = GateTemperature::learned; },
     "layers.1.some.log_temperature"},
    {"balance_loss_accumulation",
     [](Config& c) {
         c.some.balance_loss = 0.1;
         c.train.accumulation = 2;
     },
     "layers.1.some.keys"},
    {"adafactor", [](Config& c) { c.train.optimizer = OptimizerKind::adafactor; },
     "lm_head.weight"},
    {"warmup", [](Config& c) { c.train.warmup = 8; }, "lm_head.weight"},
    {"trained", [](Config& c) { c.some.experts = ExpertKind::trained; },
     "layers.0.some.experts.down"},
    {"no_experts", [](Config& c) { c.some.experts = ExpertKind::none; }, "lm_head.weight"},
    {"shared_library",
     [](Config& c) {
         c.some.shared_library = true;
         c.some.experts = ExpertKind::trained;
     },
     "some.experts.up"},
    {"bf16_experts", [](Config& c) { c.some.expert_dtype = Precision::bf16; },
     "layers.0.some.keys"},
    {"bf16_precision", [](Config& c) { c.train.precision = Precision::bf16; },
     "layers.0.some.keys"},
    {"torch_query", [](Config& c) { c.some.query_init = QueryInit::torch; },
     "layers.0.some.query.2.bias"},
    {"beta_layer_scale",
     [](Config& c) {
         c.keys.beta_layer_scale = {1, 0.5};
     },
     "layers.1.some.keys"},
    {"frozen_layers", [](Config& c) { c.keys.frozen_layers = {1}; }, "layers.1.some.usage"},
    {"query_residual", [](Config& c) { c.keys.query_residual = 0.1; }, "layers.1.some.keys"},
    {"respawn",
     [](Config& c) {
         c.keys.normalize = KeyNormalization::none;
         c.keys.respawn_threshold = 0.95;
         c.keys.delta = 0.1;
         c.keys.theta = 1e6;
     },
     "layers.0.some.keys"},
    {"interventions",
     [](Config& c) {
         c.some.interventions =
             "freeze-key 0:1; knock-out 1:3; scale-gate 0:2=0.5; swap-keys 1:0=1:2; force 0:4; "
             "move-key 1:1=1/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0";
     },
     "layers.0.some.keys"},
    {"smoothing", [](Config& c) { c.keys.smoothing = 0.5; }, "layers.0.some.keys"},
    {"max_step", [](Config& c) { c.keys.max_step = 0.01; }, "layers.0.some.keys"},
    {"token_fraction", [](Config& c) { c.keys.token_fraction = 0.5; }, "layers.0.some.keys"},
    {"beta_schedule",
     [](Config& c) {
         c.keys.beta_schedule = {0.01, 0.001};
     },
     "layers.0.some.keys"},
    {"update_every", [](Config& c) { c.keys.update_every = 3; }, "layers.0.some.keys"},
    {"cumulative", [](Config& c) { c.keys.usage = UsageKind::cumulative; }, "layers.0.some.usage"},
    {"top_k_warmup", [](Config& c) { c.some.top_k_warmup = 0.4; }, "layers.0.some.keys"},
    {"packed", [](Config& c) { c.data.packing = Packing::packed; }, "layers.0.some.keys"},
    {"bucketed", [](Config& c) { c.data.packing = Packing::bucketed; }, "layers.0.some.keys"},
    {"second_epoch",
     [](Config& c) {
         c.data.train_documents = 12;  // three batches an epoch
         c.train.epochs = 4;
     },
     "layers.0.some.keys"},
    {"random_routing", [](Config& c) { c.some.routing = Routing::random; }, "lm_head.weight"},
    {"hash_routing", [](Config& c) { c.some.routing = Routing::hash; }, "lm_head.weight"},
    {"eval_update_keys", [](Config& c) { c.eval.update_keys = true; }, "layers.0.some.keys"},
    {"hnsw",
     [](Config& c) {
         c.some.search = KeySearch::hnsw;
         c.some.num_experts = 64;
     },
     "layers.0.some.keys"},
    {"hnsw_linked_anew",
     [](Config& c) {
         c.some.search = KeySearch::hnsw;
         c.some.search_drift = 0.02;
         c.some.num_experts = 64;
         c.keys.alpha = 0.5;
         c.eval.update_keys = true;
     },
     "layers.0.some.linked_keys"},
};
INSTANTIATE_TEST_SUITE_P(Knobs, ResumeWith, testing::ValuesIn(knobs),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Knobs, KeysThatArePlacedAnewAreNamed) {
    TemporaryFolder folder;
    Config config = test::tinyConfig(6);
    config.keys.normalize = KeyNormalization::none;
    config.keys.respawn_threshold = 0.95;
    config.keys.delta = 0.1;
    config.keys.theta = 1e6;
    config.keys.use_alpha = config.keys.use_beta = false;
    WatchedSession watched(test::newRun(config, folder.path()));
    ASSERT_EQ(watched.runToEnd(), RunState::finished);
    // Each step above the warm-up shortens every key by a tenth, below the threshold.
    std::map<std::int64_t, std::size_t> told;
    for (const Event& event : watched.events)
        if (const auto* respawned = std::get_if<Respawned>(&event))
            told[respawned->step] += respawned->experts.size();
    EXPECT_EQ(told, (std::map<std::int64_t, std::size_t>{{4, 12}, {5, 12}, {6, 12}}));
}

TEST(Knobs, TemperaturesAndTheBalanceLossArePublished) {
    TemporaryFolder folder;
    Config config = test::tinyConfig(6);
    config.keys.temperature = GateTemperature::learned;
    config.some.balance_loss = 0.1;
    config.train.temperature = 0.8;
    WatchedSession watched(test::newRun(config, folder.path()));
    ASSERT_EQ(watched.runToEnd(), RunState::finished);
    const auto table = test::scalarTable(watched.events);
    // Gates of so early a model are almost even: above the band, so that each step cools them.
    EXPECT_NEAR(table.at({6, "layer1/temperature"}), 0.8 * std::exp(-0.12), 1e-5);
    EXPECT_GT(table.at({6, "train/balance_loss"}), 1.5);
}

/// With nine of twelve experts knocked out the load is that of three: fewer than two sets of k = 2.
TEST(Knobs, ACollapsedRunEndsWhereThatIsAskedFor) {
    TemporaryFolder folder;
    Config config = test::tinyConfig(40);
    config.some.num_experts = 12;
    for (const char* layer : {"0", "1"})
        for (int expert = 3; expert < 12; ++expert)
            config.some.interventions += (config.some.interventions.empty() ? "" : "; ") +
                                         std::string("knock-out ") + layer + ":" +
                                         std::to_string(expert);
    config.train.stop_on = StopCondition::collapse;
    WatchedSession early(test::newRun(config, folder / "early"));
    ASSERT_EQ(early.runToEnd(), RunState::finished);
    EXPECT_EQ(checkpointSteps(early.session.runFolder()).back(), 9) << "three snapshots of 3 steps";
    EXPECT_TRUE(test::scalarTable(early.events).contains({9, "val/loss"}));
    EXPECT_NE(early.messages("state").back().text.find(
                  "Finished after 9 of 40 steps, since routing collapsed (train.stop_on)."),
              std::string::npos)
        << early.messages("state").back().text;
    config.train.stop_on = StopCondition::none;
    WatchedSession whole(test::newRun(config, folder / "whole"));
    ASSERT_EQ(whole.runToEnd(), RunState::finished);
    EXPECT_EQ(checkpointSteps(whole.session.runFolder()).back(), 40);
}

/// What train.parts leaves out is in the checkpoint as the seed drew it, also behind a resume.
TEST(Resume, PartsThatAreNotTrainedStayAsTheyWereDrawn) {
    TemporaryFolder folder;
    Config config = test::tinyConfig(6);
    config.train.parts = {};
    WatchedSession drawn(test::newRun(config, folder / "drawn"));
    ASSERT_EQ(drawn.runToEnd(), RunState::finished);
    config.train.parts = {TrainedPart::routers};
    WatchedSession first(test::newRun(config, folder / "routers"));
    first.startPaused();
    ASSERT_TRUE(first.stepTo(0, 3));
    first.session.send(command::StopNow{});
    ASSERT_EQ(first.session.wait(), RunState::stopped);
    WatchedSession resumed(test::resumedRun(first.session.runFolder()));
    ASSERT_EQ(resumed.runToEnd(), RunState::finished);
    const auto expected = readCheckpoint(drawn.session.runFolder(), 6).model;
    int moved = 0;
    for (const auto& [name, tensor] : readCheckpoint(first.session.runFolder(), 6).model) {
        const bool router = name.find(".some.query.") != std::string::npos;
        const bool store = name.ends_with(".keys") || name.ends_with(".usage");
        if (router || store)
            moved += router && !at::equal(tensor, expected.at(name)) ? 1 : 0;
        else
            EXPECT_TRUE(at::equal(tensor, expected.at(name))) << name;
    }
    EXPECT_GT(moved, 0);
}

/// Interventions while training, taken back later: the run that was ended after each and resumed
/// equals the one that was not, bit for bit.
TEST(Resume, InterventionsOfARunThatTrainsAreReplayed) {
    TemporaryFolder folder;
    Config config = test::tinyConfig(10);
    config.checkpoint.every = 2;
    const std::string key = "0.5/-1/0/0/0/0/0/0/0/0/0/0/0/0/0/0";
    const std::vector<std::pair<std::int64_t, std::string>> changes = {
        {3, "freeze-key 0:1; swap-keys 1:0=1:2; knock-out 0:3"},
        {5, "freeze-key 0:1; move-key 1:4=" + key},
        {8, ""}};
    const auto changeAt = [&](WatchedSession& run, std::int64_t step) {
        for (const auto& [at, text] : changes)
            if (at == step) run.session.send(command::Set{"some.interventions", text});
    };
    WatchedSession whole(test::newRun(config, folder / "whole"));
    whole.startPaused();
    for (std::int64_t step = 0; step < 10; ++step) {
        changeAt(whole, step);
        ASSERT_TRUE(whole.stepTo(step, step + 1));
    }
    whole.session.send(command::Resume{});
    ASSERT_EQ(whole.session.wait(), RunState::finished);
    EXPECT_EQ(RunReader(whole.session.runFolder() / "run.db").settings().size(), 3U);

    WatchedSession first(test::newRun(config, folder / "parts"));
    first.startPaused();
    ASSERT_TRUE(first.stepTo(0, 3));
    changeAt(first, 3);
    ASSERT_TRUE(first.stepTo(3, 4));
    first.session.send(command::StopNow{});
    ASSERT_EQ(first.session.wait(), RunState::stopped);
    for (const auto& [end, fresh] : {std::pair{7, 5}, {9, 8}, {10, 10}}) {
        WatchedSession resumed(test::resumedRun(first.session.runFolder()));
        resumed.startPaused();
        const std::int64_t begin = checkpointSteps(first.session.runFolder()).back();
        for (std::int64_t step = begin; step < end; ++step) {
            if (step == fresh) changeAt(resumed, step);
            ASSERT_TRUE(resumed.stepTo(step, step + 1));
        }
        resumed.session.send(end == 10 ? Command(command::Resume{}) : Command(command::StopNow{}));
        ASSERT_EQ(resumed.session.wait(), end == 10 ? RunState::finished : RunState::stopped);
    }
    for (const char* name : {"model.safetensors", "optimizer.safetensors"})
        EXPECT_EQ(test::readFile(first.session.runFolder() / "checkpoints/step-000010" / name),
                  test::readFile(whole.session.runFolder() / "checkpoints/step-000010" / name))
            << name;
}

}  // namespace
}  // namespace orrery
