// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QString>
#include <QWidget>

namespace orrery {

class ConfigDesk;
class DocumentFiles;
class RunLifecycle;
class StudyDesk;
class WindowSettings;

/// Opens what has a path, and remembers it among what was open lately. GUI thread only.
class OpenDesk : public QObject {
    Q_OBJECT

public:
    struct Parts {
        WindowSettings* settings;
        DocumentFiles* files;
        ConfigDesk* config;
        RunLifecycle* runs;
        StudyDesk* studies;
    };
    OpenDesk(const Parts& parts, QWidget* window);

    /// A configuration file, a run folder, a study. False (with the reason said) when it can't be
    /// opened; everything is then as it was.
    bool open(const QString& path);
    /// Its configuration comes into the form; where that has edits they stay, and a message says
    /// that they are not the run's and offers to replace them. While a run is training the
    /// other gets a window of its own.
    bool openRun(const QString& folder);
    void openRunWithDialog();
    void openRecent(const QString& path, bool run);
    /// What was open when the window closed last.
    void openLast();
    /// The configuration of the run on show into the form, asking about edits first.
    void adoptConfiguration();

Q_SIGNALS:
    /// A run, or all of what was open last.
    void opened();

private:
    void showRunConfiguration(bool ask);

    Parts parts_;
    QWidget* window_;
};

}  // namespace orrery
