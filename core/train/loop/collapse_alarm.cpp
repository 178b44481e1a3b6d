// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loop/collapse_alarm.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "core/analysis/collapse.h"
#include "core/config/citations.h"

namespace orrery {
namespace {

double valueOf(const NamedValues& values, const std::string& name) {
    const auto found = std::ranges::find(values, name, &NamedValues::value_type::first);
    return found == values.end() ? std::nan("") : found->second;
}

std::string rounded(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

std::string alarmText(const Config& config, std::size_t layer, std::int64_t since,
                      const NamedValues& values) {
    const std::string name = "layer" + std::to_string(layer) + "/";
    const double bits = valueOf(values, name + "entropy_bits");
    return "collapse: The routing of layer " + std::to_string(layer) +
           " has collapsed since step " + std::to_string(since) + ": its load is as that of " +
           rounded(std::exp2(bits)) + " equally used experts of " +
           std::to_string(config.some.num_experts) + " (entropy " + rounded(bits) +
           " bits; collapsed is below 2 top_k = " + std::to_string(2 * config.some.top_k) +
           "), Gini " + rounded(valueOf(values, name + "gini")) + ", " +
           rounded(valueOf(values, name + "used")) + " experts used. " + cited("Document 000") +
           " advises a larger keys.beta, or one expert per token for "
           "longer (some.top_k_warmup); both can be changed while the run trains.";
}

}  // namespace

void CollapseAlarm::add(const Config& config, std::int64_t step, std::int64_t total_steps,
                        const NamedValues& values) {
    const double settled =
        std::max(kSettling, 2 * config.some.top_k_warmup) * static_cast<double>(total_steps);
    layers_.resize(static_cast<std::size_t>(config.model.num_layers));
    for (std::size_t index = 0; index < layers_.size(); ++index) {
        Layer& layer = layers_[index];
        const double bits = valueOf(values, "layer" + std::to_string(index) + "/entropy_bits");
        const bool now = static_cast<double>(step) > settled && !std::isnan(bits) &&
                         routingCollapsed(bits, config.some.top_k, config.some.num_experts);
        if (!now) {
            if (layer.snapshots >= kSnapshots)
                reporter_.message("probe", "collapse: The routing of layer " +
                                               std::to_string(index) +
                                               " has recovered from its collapse.");
            layer = Layer{};
            continue;
        }
        if (layer.snapshots++ == 0) layer.since = step;
        if (layer.snapshots == kSnapshots)
            reporter_.message("probe", alarmText(config, index, layer.since, values),
                              Severity::warning);
    }
}

bool CollapseAlarm::collapsed() const {
    return std::ranges::any_of(layers_,
                               [](const Layer& layer) { return layer.snapshots >= kSnapshots; });
}

}  // namespace orrery
