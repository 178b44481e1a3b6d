// SPDX-License-Identifier: GPL-3.0-or-later
// The colors of good and bad news, fitted to the palette in use.
#pragma once
#include <QColor>
#include <QPalette>

#include "core/events/events.h"

namespace orrery {

/// For text on the palette's base; info is the palette's own text color.
QColor severityColor(Severity severity, const QPalette& palette);
/// For a background under the palette's text.
QColor severityTint(Severity severity, const QPalette& palette);

}  // namespace orrery
