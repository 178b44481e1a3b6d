// SPDX-License-Identifier: GPL-3.0-or-later
// Where keys go that are moved by hand. Values; any thread.
#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "core/analysis/run_analysis.h"
#include "core/events/events.h"
#include "core/events/interventions.h"

namespace orrery {

/// Key `expert` of a layer to the weighted mean of other keys (number, weight), at its own length.
/// nullopt where they have no direction together.
std::optional<Intervention> moveToKeys(const Keys& keys, int expert,
                                       const std::vector<std::pair<int, double>>& others);
/// To the mean of the queries of a text's tokens in its layer. nullopt where there are none, or of
/// another width.
std::optional<Intervention> moveToQueries(const Keys& keys, int expert, const RoutedText& text);

}  // namespace orrery
