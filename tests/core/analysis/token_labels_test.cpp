// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/token_labels.h"

#include <gtest/gtest.h>

namespace orrery {
namespace {

TEST(TokenLabels, TheMostFrequentAreNumberedAnew) {
    const TokenLabels labels{{2, 0, 2, 1, 0, 2, -1}, {"a", "b", "c", "d"}};
    const TokenLabels two = mostFrequentLabels(labels, 2);
    EXPECT_EQ(two.names, (std::vector<std::string>{"c", "a"}));
    EXPECT_EQ(two.of_token, (std::vector<std::int32_t>{0, 1, 0, -1, 1, 0, -1}));
    EXPECT_EQ(mostFrequentLabels(labels, 9).names.size(), 4U);
}

TEST(TokenLabels, NamesByHowOftenTheyAreServed) {
    const std::vector<std::int32_t> chosen{0, 0, 0, 1, 0}, labels{1, 2, 2, 0, 0};
    const std::optional<Association> found = associate({chosen, 1, 3}, labels, 3);
    const TokenLabels names{labels, {"a", "b", "c"}};
    EXPECT_EQ(namesServed(found, names, 0), "c|a|b");
    EXPECT_EQ(namesServed(found, names, 1), "a");
    EXPECT_EQ(namesServed(found, names, 2), "");
    EXPECT_EQ(namesServed(std::nullopt, names, 0), "");
}

}  // namespace
}  // namespace orrery
