// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <string>

namespace orrery {

/// What a rule of a study found (Finding::text, English), in the window's language: its fixed
/// phrases are translated, the names of metrics and settings between them stay. For people. Any
/// thread, once the program's translators are installed.
QString findingText(const std::string& english);

}  // namespace orrery
