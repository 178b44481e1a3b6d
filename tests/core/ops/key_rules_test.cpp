// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/key_rules.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace orrery {
namespace {

template <class Member>
void change(Member& member) {
    member = static_cast<Member>(1);
}
void change(double& member) {
    member += 0.1;
}
void change(std::uint64_t& member) {
    member = std::numeric_limits<std::uint64_t>::max();
}

TEST(KeyRules, EveryMemberTravels) {
    std::set<std::vector<std::int64_t>> seen{packKeyRules({})};
    constexpr std::size_t kMembers =
        std::tuple_size_v<decltype(membersOf(std::declval<KeyRules&>()))>;
    for (std::size_t index = 0; index < kMembers; ++index) {
        SCOPED_TRACE(index);
        KeyRules rules;
        std::size_t at = 0;
        std::apply([&](auto&... member) { ((at++ == index ? change(member) : void()), ...); },
                   membersOf(rules));
        EXPECT_NE(rules, KeyRules{});
        EXPECT_EQ(unpackKeyRules(packKeyRules(rules)), rules);
        EXPECT_TRUE(seen.insert(packKeyRules(rules)).second);
    }
}

TEST(KeyRules, OfAnotherVersionAreRefused) {
    std::vector<std::int64_t> packed = packKeyRules({});
    packed.pop_back();
    EXPECT_THROW(unpackKeyRules(packed), c10::Error);
}

}  // namespace
}  // namespace orrery
