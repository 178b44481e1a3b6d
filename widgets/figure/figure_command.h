// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>

#include "widgets/figure/figure_options.h"

namespace orrery {

class View;

/// What makes the same figure without a window, for a shell: all that the picture depends on. GUI
/// thread.
QString figureCommand(const View& view, FigureFormat format, const FigureOptions& options);
/// The same with another extension: "py" for a script.
QString figureCommand(const View& view, const QString& extension, const FigureOptions& options);

}  // namespace orrery
