// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>

namespace orrery {

/// Texts of the core that people see, %1 ... for what changes; the first that fits is taken, so
/// that longer ones stand before shorter. Translated under "orrery::CoreWords".
std::span<const char* const> corePatterns();
/// The same of what probes find, with the alarm about a collapse; after those.
std::span<const char* const> probePatterns();
/// Those of analyses and studies, of fields, of texts, and of runs; after those.
std::span<const char* const> analysisPatterns();
std::span<const char* const> configPatterns();
std::span<const char* const> dataPatterns();
std::span<const char* const> runPatterns();
/// The same of configurations that can't be read; after those.
std::span<const char* const> yamlPatterns();
/// What a field may be (rangeText()): %1 and %2 are numbers.
std::span<const char* const> rangePatterns();

}  // namespace orrery
