// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QColor>
#include <QSize>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <optional>
#include <utility>

#include "widgets/palette/figure_style.h"

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
    QString font_family = {};    // empty = DejaVu Sans, which comes with the program's packages
    QString title = {};          // above the picture; empty = none
    FigureLegend legend = FigureLegend::above;
    double line_point = 0;  // width of the main lines, thinner ones in proportion; 0 = as usual
    std::optional<std::pair<double, double>> x_range = {}, y_range = {};  // empty = the view's
};

/// "paper", "light", "dark"; throws Error for another word.
FigureColors figureColorsOf(const QString& word);
QString wordOf(FigureColors colors);
/// "above", "top-left", "top-right", "bottom-left", "bottom-right", "right", "none"; throws Error
/// for another word.
FigureLegend legendPlaceOf(const QString& word);
QString wordOf(FigureLegend place);
/// "1:2.5"; throws Error, which names the option, where that is no range.
std::pair<double, double> figureRangeOf(const QString& option, const QString& text);
/// What paints a figure of these options.
FigureStyle styleOf(const FigureOptions& options);
/// The options that a command for a view with these parts needs to have them again, without size
/// and format: "--title", "...", "--legend", ...
QStringList styleArguments(const FigureOptions& options, FigureParts parts);
/// The first of "--legend", "--line-width", "--x-range", "--y-range" that is set and not among the
/// parts; else empty.
QString unusedOption(const FigureOptions& options, FigureParts parts);
/// By the extension of the path; throws Error for any other than .pdf, .svg and .png.
FigureFormat formatOf(const QString& path);
/// Why no figure can be made with these options; empty when it can. Nothing is ever cut to fit.
QString faultOf(const FigureOptions& options, FigureFormat format);
/// The size in units of 1/96 inch, in which views draw.
QSizeF logicalSize(const FigureOptions& options);
/// The size of a PNG.
QSize pixelSize(const FigureOptions& options);

}  // namespace orrery
