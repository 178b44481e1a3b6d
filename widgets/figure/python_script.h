// SPDX-License-Identifier: GPL-3.0-or-later
// A view as a script for matplotlib, with its data beside it. GUI thread.
#pragma once
#include <QString>
#include <filesystem>

#include "widgets/figure/figure_options.h"

namespace orrery {

class View;
struct PythonPlot;

/// Whether a file name ends in .py.
bool isPython(const QString& path);
/// Whether savePython() has something to write.
bool hasPython(const View& view);
/// Writes the script and, under the same name with .csv, its data. The script takes the file that
/// it writes (.pdf, .svg, .png) as its argument. Throws Error: a view without numbers or with a
/// figureFault(), a file that can't be written.
void savePython(const View& view, const std::filesystem::path& path, const FigureOptions& options);

/// The script alone; `data` is the name of the CSV file beside it.
QString pythonScript(const View& view, const PythonPlot& plot, const QString& data,
                     const FigureOptions& options);
/// A value as Python writes it, in lines of their own below `indent` spaces.
QString pythonLiteral(const QJsonValue& value, int indent = 0);

}  // namespace orrery
