// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line asks of the window: open, train, export, take a picture, close. GUI thread
// only.
#pragma once
#include <QObject>
#include <QVector>
#include <filesystem>
#include <functional>

#include "app/window/command_line.h"

namespace orrery {

class MainWindow;
class View;

/// Writes every view as <name>.pdf, .svg, .png and .csv. Throws Error.
void exportViews(const QVector<View*>& views, const std::filesystem::path& folder);

class Automation : public QObject {
    Q_OBJECT

public:
    Automation(MainWindow* window, const CommandLine& line);
    /// Once the event loop runs. False when the path can't be opened.
    bool begin();
    bool failed() const { return failed_; }

private:
    void planPicture();
    void planExport();
    void exportNow();
    void planFilm();
    void takePicture();
    void finish();
    void planFigure();
    void planReport();
    /// Shows the trace of the text of the command line; gives the reason where that failed.
    QString trace();
    /// Acts when the run is analyzed, if one of the views needs that, or when it can't be.
    void whenAnalysed(const QVector<View*>& views,
                      const std::function<void(const QString& failure)>& act);
    void fail(const QString& reason);

    MainWindow* window_;
    CommandLine line_;
    bool failed_ = false;
};

}  // namespace orrery
