// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string_view>

#include "core/config/config.h"

namespace orrery {

/// The part of the model that a parameter belongs to, by its state name (core/README.md, section
/// 9). Nothing for experts, of which some.experts decides. Any thread.
std::optional<TrainedPart> partOf(std::string_view name);
/// Whether the optimizer moves the parameters of this part (train.parts).
bool isTrained(const TrainConfig& config, TrainedPart part);
/// The same of a parameter by its state name; experts that are parameters are trained.
bool isTrained(const TrainConfig& config, std::string_view name);

}  // namespace orrery
