// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <QStringList>
#include <string_view>

namespace orrery {

/// The property of a widget that holds the glossary's term for it: F1 opens it there.
inline constexpr const char* kGlossaryProperty = "glossaryTerm";

/// The term of resources/handbook/glossary.md that a setting is about; empty without one.
QString glossaryTermOf(std::string_view key);
/// All that glossaryTermOf() gives.
QStringList glossaryTerms();

}  // namespace orrery
