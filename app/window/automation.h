// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line asks of the window: open, train, export, take a picture, close. GUI thread
// only.
#pragma once
#include <QObject>
#include <QVector>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

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
    /// Tells why, and ends.
    void fail(const QString& reason);
    /// What nobody else has told (GuardedApplication): the same, but a training goes on.
    void tellFailure(const QString& reason);

private:
    /// Opens what is named, and trains it. False when that failed, or when what is to be made needs
    /// a run.
    bool open();
    bool train();
    void planPicture();
    void planExport();
    void exportNow();
    void planFilm();
    void takePicture();
    void finish();
    void planFigure();
    void planReport();
    /// Has the views drawn as the command line says; false (and ended) where that makes no sense.
    bool takeLooks(const QVector<View*>& views);
    /// When all of the picture is made.
    void writeFigure(const QVector<View*>& views);
    /// Shows the trace of the text of the command line by the checkpoint of a step (nullopt = the
    /// newest); gives the reason where that failed.
    QString trace(std::optional<std::int64_t> step = {}, std::int64_t write = 0);
    /// Acts when the run is analyzed, if one of the views needs that, or when it can't be.
    void whenAnalysed(const QVector<View*>& views,
                      const std::function<void(const QString& failure)>& act);
    /// Calls `act` when all that the run stored is in; a run that can't be read is a failure.
    void whenRead(const std::function<void()>& act);
    /// Calls `act`; what it throws is a failure.
    void attempt(const std::function<void()>& act);

    MainWindow* window_;
    CommandLine line_;
    bool failed_ = false;
    bool ending_ = false;
    QString told_;  // last
};

}  // namespace orrery
