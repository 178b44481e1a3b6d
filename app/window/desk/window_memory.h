// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace orrery {

class WindowSettings;
class Workspace;

/// The size of the window and its layouts, as they were when it closed last; at the first time as
/// large as the screen allows. GUI thread only.
void restoreLayouts(QMainWindow& window, Workspace& workspace, const WindowSettings& settings);
void saveLayouts(const QMainWindow& window, const Workspace& workspace, WindowSettings& settings);

}  // namespace orrery
