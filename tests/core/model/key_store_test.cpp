// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/key_store.h"

#include <gtest/gtest.h>

#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

TEST(KeyStore, RowsHaveLengthOneAndDoNotDependOnTheirNumber) {
    const KeyStore few = drawKeyStore(4, 10, 1, "layers.0.some.keys");
    const KeyStore many = drawKeyStore(9, 10, 1, "layers.0.some.keys");
    EXPECT_LT(test::largestDifference(many.keys.norm(2, 1), at::ones({9})), 1e-6);
    EXPECT_TRUE(at::equal(many.keys.narrow(0, 0, 4), few.keys));
    EXPECT_EQ(many.usage.abs().sum().item<double>(), 0);
    EXPECT_FALSE(at::equal(drawKeyStore(4, 10, 1, "layers.1.some.keys").keys, few.keys));
}

}  // namespace
}  // namespace orrery
