// SPDX-License-Identifier: GPL-3.0-or-later
// Runs whose layers hold more than keys and usage resume bit for bit too.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "core/model/state_file.h"
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
    {"lora", [](Config& c) { c.some.experts = "lora"; }, "layers.1.some.experts.down_b"},
    {"lora_shared_bf16",
     [](Config& c) {
         c.some.experts = "lora";
         c.some.shared_library = true;
         c.some.expert_dtype = "bf16";
         c.checkpoint.experts = "full";
     },
     "some.experts.up_a"},
    {"balance_bias", [](Config& c) { c.some.balance_bias = 0.01; }, "layers.0.some.balance_bias"},
    {"learned_temperature", [](Config& c) { c.keys.temperature = "learned"; },
     "layers.1.some.log_temperature"},
    {"balance_loss_accumulation",
     [](Config& c) {
         c.some.balance_loss = 0.1;
         c.train.accumulation = 2;
     },
     "layers.1.some.keys"},
};
INSTANTIATE_TEST_SUITE_P(Knobs, ResumeWith, testing::ValuesIn(knobs),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Knobs, TemperaturesAndTheBalanceLossArePublished) {
    TemporaryFolder folder;
    Config config = test::tinyConfig(6);
    config.keys.temperature = "learned";
    config.some.balance_loss = 0.1;
    config.train.temperature = 0.8;
    WatchedSession watched(test::newRun(config, folder.path()));
    ASSERT_EQ(watched.runToEnd(), RunState::finished);
    const auto table = test::scalarTable(watched.events);
    // Gates of so early a model are almost even: above the band, so that each step cools them.
    EXPECT_NEAR(table.at({6, "layer1/temperature"}), 0.8 * std::exp(-0.12), 1e-5);
    EXPECT_GT(table.at({6, "train/balance_loss"}), 1.5);
}

}  // namespace
}  // namespace orrery
