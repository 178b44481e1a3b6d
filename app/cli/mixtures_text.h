// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

#include "core/study/verdict.h"
#include "core/train/mixtures.h"

namespace orrery::cli {

/// "run,step,share,layer,measure,value", every figure.
std::string mixturesCsv(const std::vector<MeasuredRun>& measured);
/// Runs across, the means over layers of the last step down; then each layer, and the verdict.
std::string mixturesText(const std::vector<MeasuredRun>& measured,
                         const std::vector<Finding>& findings);
std::string mixturesJson(const std::vector<MeasuredRun>& measured,
                         const std::vector<Finding>& findings);

}  // namespace orrery::cli
