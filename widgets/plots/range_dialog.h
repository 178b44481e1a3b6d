// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "widgets/plots/value_range.h"

class QWidget;

namespace orrery {

/// Asks for the two ends of an axis; what can't be drawn (not a number, empty, not positive on a
/// log axis) can't be accepted and says why. nullopt when cancelled.
std::optional<ValueRange> askRange(QWidget* parent, const ValueRange& now, bool log);

}  // namespace orrery
