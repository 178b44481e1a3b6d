// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QThreadPool>
#include <filesystem>

namespace orrery {

class StartPage;
class WindowSettings;

/// Tells the start page what was open lately; looks at those runs in the background. GUI thread
/// only.
class StartDesk : public QObject {
public:
    StartDesk(StartPage* page, const WindowSettings* settings, std::filesystem::path runs_folder);
    ~StartDesk() override;

    void update();

private:
    StartPage* page_;
    const WindowSettings* settings_;
    std::filesystem::path runs_folder_;
    QThreadPool pool_;
};

}  // namespace orrery
