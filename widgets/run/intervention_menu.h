// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>

class QMenu;
class QWidget;

namespace orrery {

class RunContext;

/// What may be done to the experts that are selected: knock out, force, scale a gate, swap two
/// keys, freeze keys, move them toward a text's tokens. Each asks
/// Requests::requestInterventions(). nullptr where nothing is selected.
QMenu* interventionMenu(RunContext& run, QWidget* parent);
/// Opens it at right clicks and by the menu key over `at`.
void offerInterventions(QWidget* at, const std::function<RunContext*()>& run);

}  // namespace orrery
