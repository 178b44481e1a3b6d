// SPDX-License-Identifier: GPL-3.0-or-later
// Where the window's actions stand.
#pragma once
#include <QString>
#include <functional>

class QMainWindow;
class QMenu;

namespace orrery {

class WindowSettings;
class Workspace;
struct WindowActions;

/// The menus that are filled when they open.
struct LateMenus {
    QMenu* recent;
    QMenu* presets;
    QMenu* studies;
};
LateMenus buildMenus(QMainWindow* window, const WindowActions& actions, Workspace* workspace);
/// Export and table act on the view that is used.
void connectExports(QMainWindow* window, const WindowActions& actions, Workspace* workspace);
void buildToolBar(QMainWindow* window, const WindowActions& actions);

/// Lists what was open lately; `open` is called on behalf of `window` with the path, and whether it
/// is a run.
void fillRecentMenu(QMenu* menu, WindowSettings* settings, QMainWindow* window,
                    const std::function<void(const QString&, bool)>& open);

/// The studies that come with the program; `open` is called with the name of one.
void fillStudyMenu(QMenu* menu, QMainWindow* window,
                   const std::function<void(const QString&)>& open);

/// The program's own configurations; `open` is called with the name of one.
void fillPresetMenu(QMenu* menu, QMainWindow* window,
                    const std::function<void(const QString&)>& open);

}  // namespace orrery
