// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loop/respawned_keys.h"

#include <gtest/gtest.h>

namespace orrery {
namespace {

KeyChange ofExperts(std::vector<std::int64_t> experts) {
    KeyChange change;
    change.respawned = std::ssize(experts);
    change.respawned_experts = std::move(experts);
    return change;
}

/// As a device tells it: how many decayed, and 1 for each respawned one.
KeyChange pending(const std::vector<std::int32_t>& numbers) {
    KeyChange change;
    change.pending = at::tensor(numbers, at::kInt);
    return change;
}

TEST(RespawnedKeys, StepsAddUpToOneEventALayerWithExpertsInOrder) {
    RespawnedKeys keys;
    EXPECT_TRUE(keys.take(1, 0).empty());
    keys.add({ofExperts({2, 5}), ofExperts({})});
    keys.add({ofExperts({0, 5}), ofExperts({})});
    const auto events = keys.take(7, 1.5);
    ASSERT_EQ(events.size(), 1U) << "none of a layer without any";
    EXPECT_EQ(events[0].step, 7);
    EXPECT_EQ(events[0].time, 1.5);
    EXPECT_EQ(events[0].layer, 0);
    EXPECT_EQ(events[0].experts, (std::vector<int>{0, 2, 5}));
    EXPECT_TRUE(keys.take(8, 2).empty()) << "each is told once";
}

TEST(RespawnedKeys, WhatIsPendingIsNamedThoughTheNextStepOverwritesIt) {
    RespawnedKeys keys;
    std::vector<KeyChange> step{pending({3, 0, 1, 0, 0}), pending({9, 0, 0, 0, 0})};
    keys.add(step);
    step[0].pending.copy_(at::tensor({1, 0, 0, 0, 1}, at::kInt));
    keys.add(step);
    step[0].pending.zero_();
    keys.add(step);
    const auto events = keys.take(3, 0);
    ASSERT_EQ(events.size(), 1U) << "keys that decayed are not respawned";
    EXPECT_EQ(events[0].experts, (std::vector<int>{1, 3}));
    EXPECT_TRUE(keys.take(4, 0).empty());
}

TEST(RespawnedKeys, LayersThatTookNoPartAreLeftOut) {
    RespawnedKeys keys;
    keys.add({{}, pending({0, 1, 0})});
    keys.add({{}, ofExperts({1})});
    const auto events = keys.take(3, 0);
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].layer, 1);
    EXPECT_EQ(events[0].experts, (std::vector<int>{0, 1}));
}

}  // namespace
}  // namespace orrery
