// SPDX-License-Identifier: GPL-3.0-or-later
// Where the window's actions stand.
#pragma once

class QMainWindow;
class QMenu;

namespace orrery {

class Workspace;
struct WindowActions;

/// Fills the menu bar; returns the empty menu of recent files.
QMenu* buildMenus(QMainWindow* window, const WindowActions& actions, Workspace* workspace);
void buildToolBar(QMainWindow* window, const WindowActions& actions);

}  // namespace orrery
