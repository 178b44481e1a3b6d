// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>

#include "core/config/config.h"

namespace orrery {

struct ParameterCount {
    std::int64_t total = 0;      // with the expert biases, which are zero for ever and not stored
    std::int64_t trainable = 0;  // without frozen experts, and of train.parts alone; keys are
                                 // buffers and are not counted
};

/// Width of the mlp router's hidden layer: max(1, floor(d_model * some.router_hidden)).
std::int64_t routerHidden(const Config& config);
/// core/README.md, section 7. Needs no model and no memory.
ParameterCount countParameters(const Config& config);

}  // namespace orrery
