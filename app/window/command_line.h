// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QLocale>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "widgets/figure/figure_options.h"
#include "widgets/run/selection.h"

namespace orrery {

/// A view and how it is drawn, in its own words: of --look, and of "study.parallel".
struct FigurePanel {
    QString view;
    QStringList look = {};
};

struct CommandLine {
    QString path;  // a configuration or a run; empty = start page
    QString runs;  // folder of new runs; empty = none was named
    bool demo = false;
    bool check_display = false;
    bool train = false;
    QString screenshot;                // file, or empty
    QString export_folder;             // folder, or empty
    QString film_folder;               // folder, or empty
    std::vector<FigurePanel> figures;  // the views that a figure is made of: several are panels
    int columns = 0;                   // of panels; 0 = about as many as rows
    std::optional<QLocale> locale;     // of the language and of numbers; nullopt: the desktop's
    QString figure_file;               // where it goes
    FigureOptions figure_options;
    ExpertSelection selected;  // what figures have in color
    bool pictures = false;     // all that the folder has, into it
    QString report;            // file, or empty
    QStringList report_runs, report_views;
    QString text;  // that traces show; empty = the beginning of the run's validation text
    bool bench = false;

    /// Nobody looks at the window: it can do without a display.
    bool unattended() const {
        return !figures.empty() || pictures || !report.isEmpty() || !export_folder.isEmpty() ||
               !film_folder.isEmpty();
    }
    /// It ends by itself, so that what is wrong has to be told in its output.
    bool endsByItself() const { return unattended() || quit_after || !screenshot.isEmpty(); }
    /// Something is trained that wants to be saved when the program is told to end.
    bool trains() const { return train || demo; }
    std::optional<double> quit_after;  // seconds
};

/// Throws Error for an option or a number that makes no sense. --help and --version end the
/// program.
/// Without what QApplication takes for itself (-style, -platform ... and their values).
QStringList withoutQtOptions(const QStringList& arguments);
/// Throws Error. --help and --version print and end the program.
CommandLine parseCommandLine(const QStringList& arguments);

}  // namespace orrery
