// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/nearest.h"

#include <gtest/gtest.h>

#include "core/config/fields.h"

namespace orrery {
namespace {

TEST(Nearest, CountsInsertionsChangesAndSwaps) {
    EXPECT_EQ(editDistance("alpha", "alpha"), 0u);
    EXPECT_EQ(editDistance("alhpa", "alpha"), 1u);
    EXPECT_EQ(editDistance("alph", "alpha"), 1u);
    EXPECT_EQ(editDistance("", "abc"), 3u);
    EXPECT_EQ(editDistance("kitten", "sitting"), 3u);
}

TEST(Nearest, FindsTheKeyThatWasMeant) {
    EXPECT_EQ(nearestKey("keys.alhpa"), "keys.alpha");
    EXPECT_EQ(nearestKey("kyes.alpha"), "keys.alpha");
    EXPECT_EQ(nearestKey("model.n_layers"), "model.num_layers");
    EXPECT_EQ(nearestKey("train.lerning_rate"), "train.learning_rate");
    EXPECT_EQ(nearestKey("model.top_k"), "some.top_k");
    EXPECT_EQ(nearestKey("top_k"), "some.top_k");
}

TEST(Nearest, PrefersTheOwnSection) {
    EXPECT_EQ(nearestKey("eval.evry"), "eval.every");
    EXPECT_EQ(nearestKey("checkpoint.evry"), "checkpoint.every");
    EXPECT_EQ(nearestKey("train.temperatur"), "train.temperature");
    EXPECT_EQ(nearestKey("keys.temperatur"), "keys.temperature");
}

TEST(Nearest, IsEmptyWhenNothingIsNear) {
    EXPECT_EQ(nearestKey("keys.qqqqqqqq"), "");
    EXPECT_EQ(nearestKey(""), "");
    EXPECT_EQ(nearestKey(std::string(10'000, 'a')), "");
    EXPECT_EQ(nearestWord("zzz", {"linear", "mlp"}), "");
}

}  // namespace
}  // namespace orrery
