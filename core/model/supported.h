// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/config/config.h"

namespace orrery {

/// Throws Error for a configuration that this version can't compute (not one that is merely wrong:
/// validate() in core/config finds those), naming the key and what to use instead.
void requireSupported(const Config& config);

}  // namespace orrery
