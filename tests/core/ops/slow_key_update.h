// SPDX-License-Identifier: GPL-3.0-or-later
// Knowledge Gravity token by token in double: the reference for core/ops/key_update.
#pragma once
#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/ops/key_update.h"

namespace orrery::test {

using Row = std::vector<double>;

struct SlowKeys {
    std::vector<Row> keys;  // [E][D]
    Row usage;              // [E]
};

inline std::vector<Row> toRows(const at::Tensor& matrix) {
    const at::Tensor wide = matrix.to(at::kDouble).contiguous();
    std::vector<Row> rows;
    for (std::int64_t i = 0; i < wide.size(0); ++i) {
        const double* data = wide.const_data_ptr<double>() + i * wide.size(1);
        rows.emplace_back(data, data + wide.size(1));
    }
    return rows;
}

inline at::Tensor toTensor(const std::vector<Row>& rows) {
    std::vector<at::Tensor> tensors;
    for (const Row& row : rows)
        tensors.push_back(at::tensor(row, at::kDouble));
    return at::stack(tensors);
}

inline double length(const Row& row) {
    double sum = 0;
    for (const double value : row)
        sum += value * value;
    return std::sqrt(sum);
}

inline void addScaled(Row& to, const Row& from, double scale) {
    for (std::size_t d = 0; d < to.size(); ++d)
        to[d] += scale * from[d];
}

inline void slowAlpha(SlowKeys& state, const std::vector<Row>& queries,
                      const std::vector<std::vector<std::int64_t>>& selected,
                      const KeyRules& rules) {
    if (rules.alpha == 0 && rules.alpha_floor == 0) return;
    const std::size_t top_k = selected.empty() ? 0 : selected[0].size();
    for (std::size_t rank = 0; rank < top_k; ++rank) {
        const std::vector<Row> before = state.keys;
        for (std::size_t t = 0; t < queries.size(); ++t) {
            const auto e = static_cast<std::size_t>(selected[t][rank]);
            const double pull = std::max(rules.alpha / (1 + state.usage[e]), rules.alpha_floor);
            addScaled(state.keys[e], queries[t], pull);
            addScaled(state.keys[e], before[e], -pull);
        }
    }
}

inline void slowBeta(SlowKeys& state, const std::vector<std::vector<std::int64_t>>& selected,
                     const KeyRules& rules) {
    const std::vector<Row> before = state.keys;
    for (const auto& token : selected)
        for (std::size_t a = 0; a < token.size(); ++a)
            for (std::size_t b = a + 1; b < token.size(); ++b) {
                const auto i = static_cast<std::size_t>(token[a]);
                const auto j = static_cast<std::size_t>(token[b]);
                const double left = 1 + state.usage[i];
                const double right = 1 + state.usage[j];
                const double mass =
                    rules.smaller_inertia ? std::min(left, right) : std::max(left, right);
                const double pull = rules.beta / mass;
                addScaled(state.keys[i], before[j], pull);
                addScaled(state.keys[i], before[i], -pull);
                addScaled(state.keys[j], before[i], pull);
                addScaled(state.keys[j], before[j], -pull);
            }
}

/// What clip_norm leaves of all moves, those cut by max_step first.
inline double slowClip(const SlowKeys& state, const std::vector<Row>& before,
                       const KeyRules& rules) {
    double squares = 0;
    for (std::size_t e = 0; e < before.size(); ++e)
        for (std::size_t d = 0; d < before[e].size(); ++d) {
            Row move = state.keys[e];
            addScaled(move, before[e], -1);
            const double size = length(move);
            const double cut =
                rules.max_step > 0 && size > rules.max_step ? rules.max_step / size : 1;
            squares += cut * move[d] * cut * move[d];
        }
    const double norm = std::sqrt(squares);
    return rules.clip_norm > 0 && norm > rules.clip_norm ? rules.clip_norm / norm : 1;
}

inline void slowRestrain(SlowKeys& state, const std::vector<Row>& before, const KeyRules& rules) {
    const double clip = slowClip(state, before, rules);
    for (std::size_t e = 0; e < before.size(); ++e) {
        Row move = state.keys[e];
        addScaled(move, before[e], -1);
        const double size = length(move);
        double share = clip * (1 - rules.smoothing);
        if (rules.max_step > 0 && size > rules.max_step) share *= rules.max_step / size;
        state.keys[e] = before[e];
        addScaled(state.keys[e], move, share);
    }
}

inline void slowNormalize(SlowKeys& state, const Row& counts, const KeyRules& rules) {
    for (std::size_t e = 0; e < counts.size(); ++e) {
        const double norm = length(state.keys[e]);
        const bool scale = rules.normalize == KeyRules::Normalize::all ||
                           (rules.normalize == KeyRules::Normalize::selected && counts[e] > 0) ||
                           (rules.normalize == KeyRules::Normalize::clamp && norm > 1);
        if (!scale) continue;
        for (double& value : state.keys[e])
            value /= norm;
    }
}

inline void slowDelta(SlowKeys& state, const KeyRules& rules) {
    Row used;
    for (const double u : state.usage)
        if (u > 0) used.push_back(u);
    if (used.empty() || rules.delta == 0) return;
    std::sort(used.begin(), used.end());
    const double place = rules.theta_percentile * static_cast<double>(used.size() - 1);
    const double low = used[static_cast<std::size_t>(std::floor(place))];
    const double high = used[static_cast<std::size_t>(std::ceil(place))];
    const double theta =
        rules.theta > 0 ? rules.theta : low + (high - low) * (place - std::floor(place));
    for (std::size_t e = 0; e < state.usage.size(); ++e)
        if (state.usage[e] < theta)
            for (double& value : state.keys[e])
                value *= 1 - rules.delta;
}

/// Keys of `held` as they were.
inline void slowHold(SlowKeys& state, const std::vector<Row>& before,
                     const std::vector<bool>& held) {
    for (std::size_t e = 0; e < held.size(); ++e)
        if (held[e]) state.keys[e] = before[e];
}

/// Everything of section 4 but respawn, which draws random numbers. `held` [E], or empty = none.
inline SlowKeys slowKeyUpdate(SlowKeys state, const std::vector<Row>& queries,
                              const std::vector<std::vector<std::int64_t>>& selected,
                              const KeyRules& rules, const std::vector<bool>& held = {}) {
    Row counts(state.usage.size(), 0);
    for (const auto& token : selected)
        for (const std::int64_t e : token)
            counts[static_cast<std::size_t>(e)] += 1;
    for (std::size_t e = 0; e < counts.size(); ++e)
        state.usage[e] = rules.cumulative
                             ? state.usage[e] + counts[e]
                             : rules.ema_decay * state.usage[e] + (1 - rules.ema_decay) * counts[e];
    if (rules.frozen) return state;
    const std::vector<Row> before = state.keys;
    slowAlpha(state, queries, selected, rules);
    slowHold(state, before, held);
    slowBeta(state, selected, rules);
    slowHold(state, before, held);
    slowRestrain(state, before, rules);
    slowNormalize(state, counts, rules);
    slowDelta(state, rules);
    slowHold(state, before, held);
    return state;
}

}  // namespace orrery::test
