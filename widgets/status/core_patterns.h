// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>

namespace orrery {

/// Texts of the core that people see, %1 ... for what changes; the first that fits is taken, so
/// that longer ones stand before shorter. Translated under "orrery::CoreWords".
std::span<const char* const> corePatterns();

}  // namespace orrery
