// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>

#include "core/events/events.h"

class QMainWindow;

namespace orrery {

class ConfigDocument;
class RunController;
class RunLifecycle;
class RunData;
class StatusStrip;
struct WindowActions;

/// What is enabled, written in the title and shown as the run's state, as run and configuration
/// stand. GUI thread only.
class WindowState : public QObject {
    Q_OBJECT

public:
    struct Sources {
        ConfigDocument* document;
        RunData* run;
        RunController* controller;
        const RunLifecycle* lifecycle;
    };
    WindowState(const Sources& sources, WindowActions* actions, StatusStrip* status,
                QMainWindow* window);

    /// The views are on show, and not the start page.
    void setViewsShown(bool shown);
    void update();

private:
    void updateTitle();

    Sources of_;
    WindowActions* actions_;
    StatusStrip* status_;
    QMainWindow* window_;
    RunState state_ = RunState::preparing;  // of the progress that the actions follow
    bool views_shown_ = false;
};

}  // namespace orrery
