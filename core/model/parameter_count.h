// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>

#include "core/config/config.h"

namespace orrery {

struct ParameterCount {
    std::int64_t total = 0;      // with the expert biases, which are zero for ever and not stored
    std::int64_t trainable = 0;  // without the frozen experts; keys are buffers and are not counted
};

/// core/README.md, section 7. Needs no model and no memory.
ParameterCount countParameters(const Config& config);

/// Bytes that each of several ranks gives in a step (core/README.md, section 13), but for 8 of each
/// trained tensor and, with more than 512 experts, the lists of pairs.
std::int64_t rankBytes(const Config& config);

}  // namespace orrery
