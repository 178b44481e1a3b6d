// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/run_tables.h"

#include <algorithm>

namespace orrery {

const Table* RunTables::find(const std::string& name) const {
    const auto found = std::ranges::find(tables, name, &Table::name);
    return found == tables.end() ? nullptr : &*found;
}

bool RunTables::partsAreGuessed() const {
    const Table* layers = find("layers");
    return layers != nullptr && hasGuessedParts(*layers);
}

}  // namespace orrery
