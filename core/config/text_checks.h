// SPDX-License-Identifier: GPL-3.0-or-later
// Private to core/config.
#pragma once
#include <string_view>
#include <vector>

#include "core/config/yaml_tree.h"

namespace orrery {

/// What makes a text unfit before it is parsed: binary data, not UTF-8, line ends of
/// Unicode, tabs that indent.
std::vector<YamlFault> findTextFaults(std::string_view text);

/// UTF-8 without control bytes; line breaks and tabs count as such too.
bool isOneLineOfText(std::string_view text);

}  // namespace orrery
