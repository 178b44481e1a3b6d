// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <span>

#include "core/config/fields.h"

namespace orrery {

/// What a field means, and its unit, in the window's language. GUI thread only.
QString helpOf(const Field& field);
QString unitOf(const Field& field);
/// Every text that these two can translate, in English.
std::span<const char* const> fieldTexts();

}  // namespace orrery
