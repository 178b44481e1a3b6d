// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/naive_keys.h"

#include <ATen/core/grad_mode.h>

namespace orrery {

void NaiveKeys::move(const KeysConfig& rules, std::int64_t step) {
    const at::NoGradGuard no_gradient;
    const at::Tensor counts =
        at::bincount(selected.reshape(-1), {}, keys.size(0)).to(usage.scalar_type());
    usage.mul_(rules.ema_decay).add_(counts, 1 - rules.ema_decay);
    if (rules.use_alpha) attract(rules);
    if (rules.use_beta) pull(rules);
    keys.div_(keys.norm(2, {1}, /*keepdim=*/true).clamp_min(1e-12));
    if (rules.use_delta) decay(rules, step);
}

void NaiveKeys::attract(const KeysConfig& rules) {
    for (std::int64_t rank = 0; rank < selected.size(1); ++rank) {
        const at::Tensor expert = selected.select(1, rank);  // [N]
        const at::Tensor strength =
            rules.alpha / (1 + usage.index_select(0, expert)).unsqueeze(1);  // [N, 1]
        const at::Tensor towards = queries - keys.index_select(0, expert);   // [N, D]
        keys.add_(at::zeros_like(keys).index_add(0, expert, strength * towards));
    }
}

void NaiveKeys::pull(const KeysConfig& rules) {
    at::Tensor moves = at::zeros_like(keys);
    const at::Tensor inertia = 1 + usage;
    for (std::int64_t a = 0; a < selected.size(1); ++a) {
        for (std::int64_t b = a + 1; b < selected.size(1); ++b) {
            const at::Tensor i = selected.select(1, a), j = selected.select(1, b);
            const at::Tensor both =
                rules.beta_inertia == BetaInertia::min
                    ? at::minimum(inertia.index_select(0, i), inertia.index_select(0, j))
                    : at::maximum(inertia.index_select(0, i), inertia.index_select(0, j));
            const at::Tensor way = (keys.index_select(0, j) - keys.index_select(0, i)) *
                                   (rules.beta / both).unsqueeze(1);  // [N, D]
            moves.index_add_(0, i, way);
            moves.index_add_(0, j, -way);
        }
    }
    keys.add_(moves);
}

void NaiveKeys::decay(const KeysConfig& rules, std::int64_t step) {
    if (step <= rules.warmup_steps) return;
    const at::Tensor positive = usage.masked_select(usage > 0);
    if (positive.numel() == 0) return;
    const at::Tensor theta = rules.theta > 0 ? at::scalar_tensor(rules.theta)
                                             : at::quantile(positive, rules.theta_percentile);
    keys.mul_(at::where(usage < theta, 1 - rules.delta, 1.0).unsqueeze(1));
}

}  // namespace orrery
