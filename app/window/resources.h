// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>

namespace orrery {

/// Makes icons and the demo's configuration known to Qt (":/icons/...", ":/configs/demo.yaml").
/// Call it once.
void initResources();
/// The text of configs/demo.yaml.
QString demoConfiguration();

}  // namespace orrery
