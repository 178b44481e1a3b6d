// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/key_moves.h"

#include <cmath>
#include <span>

namespace orrery {
namespace {

std::span<const float> keyOf(const Keys& keys, int expert) {
    return std::span(keys.keys).subspan(
        static_cast<std::size_t>(expert) * static_cast<std::size_t>(keys.dimensions),
        static_cast<std::size_t>(keys.dimensions));
}

template <class Values>
double lengthOf(const Values& values) {
    double squares = 0;
    for (const double value : values)
        squares += value * value;
    return std::sqrt(squares);
}

std::optional<Intervention> moved(const Keys& keys, int expert, const std::vector<double>& to) {
    const double length = lengthOf(to);
    if (!(length > 1e-9)) return std::nullopt;
    const double own = lengthOf(keyOf(keys, expert));
    Intervention one;
    one.kind = InterventionKind::moveKey;
    one.layer = keys.layer;
    one.expert = expert;
    for (const double value : to)
        one.key.push_back(static_cast<float>(value * own / length));
    return one;
}

bool has(const Keys& keys, int expert) {
    return expert >= 0 && expert < keys.experts && keys.dimensions > 0;
}

}  // namespace

std::optional<Intervention> moveToKeys(const Keys& keys, int expert,
                                       const std::vector<std::pair<int, double>>& others) {
    if (!has(keys, expert)) return std::nullopt;
    std::vector<double> sum(static_cast<std::size_t>(keys.dimensions));
    for (const auto& [other, weight] : others) {
        if (!has(keys, other)) continue;
        const auto key = keyOf(keys, other);
        for (std::size_t d = 0; d < sum.size(); ++d)
            sum[d] += weight * static_cast<double>(key[d]);
    }
    return moved(keys, expert, sum);
}

std::optional<Intervention> moveToQueries(const Keys& keys, int expert, const RoutedText& text) {
    if (!has(keys, expert) || keys.layer >= std::ssize(text.layers)) return std::nullopt;
    const auto& queries = text.layers[static_cast<std::size_t>(keys.layer)].queries;
    const auto width = static_cast<std::size_t>(keys.dimensions);
    if (queries.empty() || queries.size() % width != 0) return std::nullopt;
    std::vector<double> sum(width);
    for (std::size_t i = 0; i < queries.size(); ++i)
        sum[i % width] += static_cast<double>(queries[i]);
    return moved(keys, expert, sum);
}

}  // namespace orrery
