// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <QStringList>
#include <optional>

namespace orrery {

struct CommandLine {
    QString path;  // a configuration or a run; empty = start page
    QString runs = QStringLiteral("runs");
    bool demo = false;
    bool check_display = false;
    bool train = false;
    QString screenshot;                // file, or empty
    QString export_folder;             // folder, or empty
    QString film_folder;               // folder, or empty
    std::optional<double> quit_after;  // seconds
};

/// Throws Error for an option or a number that makes no sense. --help and --version end the
/// program.
/// Without what QApplication takes for itself (-style, -platform ... and their values).
QStringList withoutQtOptions(const QStringList& arguments);
/// Throws Error. --help and --version print and end the program.
CommandLine parseCommandLine(const QStringList& arguments);

}  // namespace orrery
