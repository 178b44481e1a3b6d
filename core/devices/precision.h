// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "core/config/config.h"

namespace orrery {

struct PrecisionChoice {
    Precision precision = Precision::fp32;  // fp32 or bf16
    std::string text;                       // for the log; empty where there is nothing to say
};

/// What train.precision is on a device that chooseDevice gave, and what that means there: on a CPU
/// without instructions for bfloat16 the products of bf16 are made in fp32.
PrecisionChoice choosePrecision(const Config& config, const std::string& device);

}  // namespace orrery
