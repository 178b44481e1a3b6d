// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ops/device/host_device.h"

namespace orrery {

/// Queries and keys are divided by their length, or by this where they are shorter.
constexpr double kSmallestNorm = 1e-12;

/// What a row of this length is divided by. NaN stays NaN: it must be found.
ORRERY_HOST_DEVICE inline double normDivisor(double length) {
    return length < kSmallestNorm ? kSmallestNorm : length;
}

}  // namespace orrery
