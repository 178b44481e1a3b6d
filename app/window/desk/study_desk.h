// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QString>
#include <filesystem>

namespace orrery {

class RunNotice;
class StudyService;
class StudyView;
class WindowMessages;
class WindowSettings;

/// Opens studies into their view, and says what became of one that was trained. GUI thread only.
class StudyDesk : public QObject {
    Q_OBJECT

public:
    /// Studies that are started here get their folder under `studies_folder`.
    StudyDesk(StudyView* view, StudyService* service, WindowSettings* settings,
              WindowMessages* messages, const std::filesystem::path& studies_folder);

    /// A study file or the folder of a study. False (with the reason said) when it can't be opened.
    bool open(const QString& path);
    void openWithDialog();
    /// One that comes with the program, by its name.
    bool openShipped(const QString& name);
    /// To somebody who looks elsewhere. `complete`: no trial waits any more.
    void tellEnd(bool complete, RunNotice& notice) const;

Q_SIGNALS:
    void opened();
    /// A trial's run.
    void runRequested(const QString& folder);

private:
    StudyView* view_;
    WindowSettings* settings_;
    WindowMessages* messages_;
};

}  // namespace orrery
