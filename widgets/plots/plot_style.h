// SPDX-License-Identifier: GPL-3.0-or-later
// What all plots share: colors, fonts, axes, and how they reach a painter. GUI thread.
#pragma once
#include <QFont>
#include <QSizeF>

#include "widgets/palette/figure_style.h"

class QCPAxis;
class QCPAxisRect;
class QCPItemText;
class QCustomPlot;
class QPainter;

namespace orrery {

/// Colors and fonts of the whole plot: background, every axis rect, the legend if there is one.
void stylePlot(QCustomPlot& plot, const ChartTheme& theme, const QFont& font);
void styleAxisRect(QCPAxisRect& rect, const ChartTheme& theme, const QFont& font);
/// Axis labels of plain numbers up to 1e5, powers of ten above; on a log scale ticks at 1, 2, 5
/// where few decades show.
void setAxisScale(QCPAxis& axis, bool log);
/// The value at a share (0..1) of an axis' range, in the axis' own scale: also before the plot has
/// a size.
double valueAt(const QCPAxis& axis, double share);
/// What every plot of curves starts with: quick lines, a box around, a legend above them (within it
/// would cover one) that lists what it is told.
void setUpCurves(QCustomPlot& plot);
/// Breaks the names in that legend to a plot's width, and puts as many beside each other as fit.
void fitLegend(QCustomPlot& plot, const QFont& font, double width);
/// Moves the legend to its place beside or within the axes of a rect of the plot's grid; before
/// theme and legend are fitted.
void placeLegend(QCustomPlot& plot, QCPAxisRect& rect, FigureLegend place);
/// Curves as wide as a figure wants them; after they are drawn.
void scaleLines(QCustomPlot& plot, double scale);
/// Around a name in a legend: rows are rounded down, which cut what reaches below the line.
constexpr QMargins kLegendMargins{0, 0, 0, 2};
/// The text in lines that are at most so wide, broken between words.
QString brokenText(const QString& text, const QFont& font, double width);
/// A text that belongs to the plot, at shares (0..1) of its axis rect from the upper left; not
/// selectable.
QCPItemText* addText(QCustomPlot& plot, double x, double y, Qt::Alignment alignment);
/// In the middle of the plot, also while no axis rect is visible.
QCPItemText* addFreeText(QCustomPlot& plot);
/// How long the upright axis of a plot of curves is that has this height, with its legend (after
/// fitLegend()).
double axisRoom(const QCustomPlot& plot, const QFont& font, double height);
/// The label of an axis that is `room` long: in two lines or without what stands in brackets where
/// that does not fit, else cut with a sign.
QString fittedLabel(const QString& label, const QFont& font, double room);
/// A font `factor` times the size of `font`, whether that is given in points or pixels.
QFont scaledFont(const QFont& font, double factor);

/// Draws the plot on any painter, lines and text as vectors, at `size` in the painter's own units.
/// The plot's own widget is left as it was.
void paintPlot(QCustomPlot& plot, QPainter& painter, const QSizeF& size);

}  // namespace orrery
