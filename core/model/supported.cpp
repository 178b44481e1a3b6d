// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/supported.h"

#include <string>

#include "core/ops/check.h"

namespace orrery {
void requireSupported(const Config& config) {
    const SomeConfig& some = config.some;
    require(config.model.vocab_size >= 1 && config.model.num_layers >= 1,
            "model.vocab_size and model.num_layers must be at least 1.");
    require(some.experts == ExpertKind::none || (some.top_k >= 1 && some.top_k <= some.num_experts),
            "some.top_k (" + std::to_string(some.top_k) +
                ") must lie between 1 and some.num_experts (" + std::to_string(some.num_experts) +
                ").");
}

}  // namespace orrery
