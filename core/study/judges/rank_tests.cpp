// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/judges/rank_tests.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace orrery {
namespace {

using Member = double RankedPair::*;

/// Replaces the values of one group by centered ranks.
void rankWithin(std::vector<RankedPair*>& group, Member member) {
    std::ranges::sort(group, {}, [member](const RankedPair* pair) { return pair->*member; });
    const double middle = (static_cast<double>(group.size()) - 1) / 2;
    std::vector<double> ranks(group.size());
    for (std::size_t i = 0; i < group.size();) {
        std::size_t end = i;
        while (end < group.size() && group[end]->*member == group[i]->*member)
            ++end;
        for (std::size_t j = i; j < end; ++j)
            ranks[j] = static_cast<double>(i + end - 1) / 2 - middle;
        i = end;
    }
    for (std::size_t i = 0; i < group.size(); ++i)
        group[i]->*member = ranks[i];
}

double correlation(const std::vector<RankedPair>& pairs) {
    double xx = 0, yy = 0, xy = 0;
    for (const RankedPair& pair : pairs) {
        xx += pair.x * pair.x;
        yy += pair.y * pair.y;
        xy += pair.x * pair.y;
    }
    return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

}  // namespace

RankCorrelation rankCorrelation(std::vector<RankedPair> pairs) {
    constexpr int permutations = 999;
    std::map<std::size_t, std::vector<RankedPair*>> groups;
    for (RankedPair& pair : pairs)
        groups[pair.group].push_back(&pair);
    for (auto& [group, members] : groups) {
        rankWithin(members, &RankedPair::x);
        rankWithin(members, &RankedPair::y);
    }
    const double rho = correlation(pairs);
    std::mt19937_64 engine(1);
    int as_large = 1;
    for (int i = 0; i < permutations; ++i) {
        for (auto& [group, members] : groups)
            for (std::size_t j = members.size(); j > 1; --j)
                std::swap(members[j - 1]->y, members[engine() % j]->y);
        as_large += std::abs(correlation(pairs)) >= std::abs(rho) - 1e-12;
    }
    return {rho, static_cast<double>(as_large) / (permutations + 1)};
}

}  // namespace orrery
