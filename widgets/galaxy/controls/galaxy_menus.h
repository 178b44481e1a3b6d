// SPDX-License-Identifier: GPL-3.0-or-later
// What the galaxy can be asked to show besides its keys: buttons at the end of a row.
#pragma once
#include <QString>
#include <filesystem>
#include <functional>

namespace orrery {

class FlowRow;
class GalaxyHalves;

/// `ask` gets the text whose queries are shown; an empty one takes them away.
void addQueriesMenu(FlowRow& row, const std::function<void(const QString& text)>& ask);

/// Begins and ends a comparison. `runs` gives the folder in which the choice of a run begins.
void addCompareMenu(FlowRow& row, GalaxyHalves& halves,
                    const std::function<std::filesystem::path()>& runs);

}  // namespace orrery
