// SPDX-License-Identifier: GPL-3.0-or-later
// What a view says of an imported run that lacks what it shows, and how to get it. GUI thread.
#pragma once
#include <QString>

namespace orrery {

class RunData;

/// Of an imported run without recorded routing; empty for any other.
QString missingRouting(const RunData& run);
/// Of an imported run, which has no model that could be run; empty for any other.
QString missingModel(const RunData& run);

}  // namespace orrery
