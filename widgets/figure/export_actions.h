// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QList>

class QAction;
class QToolButton;

namespace orrery {

class View;

/// "Export figure...", "Export data as CSV..." and "Copy image" of a view: made once, and its
/// context menu.
QList<QAction*> exportActions(View& view);
/// A button with those actions, for the view's own row of controls.
QToolButton* makeExportButton(View& view);
/// A button that asks what is seen in the view (View::explainRequested).
QToolButton* makeExplainButton(View& view);

}  // namespace orrery
