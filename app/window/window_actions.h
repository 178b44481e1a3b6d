// SPDX-License-Identifier: GPL-3.0-or-later
// Every command of the window: text, icon, shortcut. What they do is connected in MainWindow.
#pragma once
#include <QAction>
#include <QIcon>
#include <QPalette>

#include "app/window/run_controller.h"

class QMainWindow;
class QMenu;

namespace orrery {

struct WindowActions {
    explicit WindowActions(QMainWindow* window);

    void setIcons(const QPalette& palette);
    /// Enables what makes sense now. `resumable`: the run on show can be resumed.
    void update(const RunController& run, bool resumable, bool run_open, bool view_shown);

    /// Every one, in the order of the menus.
    QList<QAction*> all() const;

    QAction *new_config, *open_config, *open_run, *open_study, *save, *save_as;
    QAction *export_figure, *export_data, *view_table, *start_page, *quit;
    QAction *undo, *redo, *find, *palette, *preferences;
    QAction *train, *pause, *step, *stop, *stop_now, *checkpoint, *evaluate, *resume, *apply_live,
        *adopt_config;
    QAction *reset_layout, *about, *keys, *handbook, *explain, *tour;

private:
    QIcon pausing_, continuing_;  // of the action that pauses, and while it continues
    bool paused_ = false;
};

}  // namespace orrery
