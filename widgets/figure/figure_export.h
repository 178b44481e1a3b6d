// SPDX-License-Identifier: GPL-3.0-or-later
// Any view as a figure: sized in mm, on white, with real fonts. GUI thread.
#pragma once
#include <QByteArray>
#include <QFont>
#include <QImage>
#include <QString>
#include <filesystem>

#include "widgets/figure/figure_options.h"

class QPainter;

namespace orrery {

class View;

/// Writes the view's picture in the format of the path's extension, beside the file and then in its
/// place. Throws Error: an unknown extension, a size that can't be made, a view with a
/// figureFault(), a file that can't be written; an older file is then whole.
void exportFigure(const View& view, const std::filesystem::path& path,
                  const FigureOptions& options);
/// Puts it on the clipboard, as SVG and as PNG. Throws Error as above.
void copyFigure(const View& view, const FigureOptions& options);
/// Writes the view's data as CSV. Throws Error as above.
void exportData(const View& view, const std::filesystem::path& path);

/// The same as bytes and as an image. Throws Error for a size that can't be made, and for a view
/// with a figureFault().
QByteArray figureBytes(const View& view, FigureFormat format, const FigureOptions& options);
QImage figureImage(const View& view, const FigureOptions& options);
/// Title and picture on a painter whose units are 1/96 inch: what every format is drawn by.
void paintFigureOf(const View& view, const FigureOptions& options, QPainter& painter);
/// The font of figures: one that exists as a file to embed. An empty family is the usual one.
QFont figureFont(double point, const QString& family = {});

}  // namespace orrery
