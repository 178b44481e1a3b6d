// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace orrery {

double learningRate(const TrainConfig& config, std::int64_t step, std::int64_t total_steps) {
    const double peak = config.learning_rate;
    const std::int64_t warmup =
        config.warmup_share > 0
            ? std::llround(config.warmup_share * static_cast<double>(total_steps))
            : config.warmup;
    if (step < warmup) return peak * static_cast<double>(step + 1) / static_cast<double>(warmup);
    if (config.schedule == LearningRateSchedule::constant) return peak;
    const auto after = static_cast<double>(step - warmup);
    const auto span = static_cast<double>(std::max<std::int64_t>(1, total_steps - warmup));
    const double progress = std::min(1.0, after / span);
    return peak * 0.5 * (1 + std::cos(std::numbers::pi * progress));
}

std::int64_t activeTopK(const SomeConfig& config, std::int64_t step, std::int64_t total_steps) {
    const double warmup = config.top_k_warmup * static_cast<double>(total_steps);
    const auto done = static_cast<double>(step);
    if (warmup <= 0 || done >= 2 * warmup) return config.top_k;
    if (done < warmup) return 1;
    const auto added = static_cast<double>(config.top_k) * (done - warmup) / warmup;
    return std::clamp<std::int64_t>(1 + static_cast<std::int64_t>(added), 1, config.top_k);
}

}  // namespace orrery
