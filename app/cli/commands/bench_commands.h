// SPDX-License-Identifier: GPL-3.0-or-later
// What stands below `bench` in files of its own.
#pragma once
#include "app/cli/commands/commands.h"

namespace orrery::cli {

void addGenerateBench(CLI::App& bench, Context& context);
void addNearestBench(CLI::App& bench, Context& context);
void addPartBenches(CLI::App& bench, Context& context);
void addScaleBench(CLI::App& bench, Context& context);

}  // namespace orrery::cli
