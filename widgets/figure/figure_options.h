// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QColor>
#include <QSize>
#include <QSizeF>
#include <QString>

namespace orrery {

enum class FigureFormat { pdf, svg, png };
/// White paper, or the colors that the window has on a light or a dark desktop.
enum class FigureColors { paper, light, dark };

struct FigureOptions {
    double width_mm = 170;
    double height_mm = 110;
    double dpi = 300;  // of PNG
    double font_point = 8;
    QColor background = Qt::white;  // transparent leaves PNG and SVG without one
    FigureColors colors = FigureColors::paper;
    bool text_as_paths = false;  // SVG: looks the same everywhere, can't be edited as text
};

/// "paper", "light", "dark"; throws Error for another word.
FigureColors figureColorsOf(const QString& word);
QString wordOf(FigureColors colors);
/// By the extension of the path; throws Error for any other than .pdf, .svg and .png.
FigureFormat formatOf(const QString& path);
/// Why no figure can be made with these options; empty when it can. Nothing is ever cut to fit.
QString faultOf(const FigureOptions& options, FigureFormat format);
/// The size in units of 1/96 inch, in which views draw.
QSizeF logicalSize(const FigureOptions& options);
/// The size of a PNG.
QSize pixelSize(const FigureOptions& options);

}  // namespace orrery
