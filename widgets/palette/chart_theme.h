// SPDX-License-Identifier: GPL-3.0-or-later
// The colors of every drawn view. On the screen they follow the window's palette; figures are
// drawn on white.
#pragma once
#include <QColor>
#include <QPalette>
#include <initializer_list>

namespace orrery {

struct ChartTheme {
    bool dark = false;
    QColor background;  // behind the whole drawing
    QColor surface;     // behind legends, notes and tool tips
    QColor text;
    QColor faint_text;  // units, notes, what is not selected
    QColor axis;
    QColor grid;
    QColor subgrid;
    QColor accent;   // selection, pointer, focus
    QColor warning;  // gaps, dead experts, pictures that are out of date
};

ChartTheme lightTheme();
ChartTheme darkTheme();
/// White background, for figures.
ChartTheme paperTheme();
/// Light or dark, by the lightness of the palette's base; its background is that base.
ChartTheme themeOf(const QPalette& palette);

/// The color, as far towards black or white as it takes to read on all of these opaque grounds
/// (contrast of at least 4.5).
QColor readableOn(const QColor& color, std::initializer_list<QColor> grounds);
/// A palette whose placeholder text reads on its base and on its window: a desktop's dark palette
/// may leave it as it is on a light one.
QPalette readablePalette(QPalette palette);

/// `amount` 0 gives `from`, 1 gives `to`; between them a straight line in sRGB.
QColor mixColors(const QColor& from, const QColor& to, double amount);
/// Contrast of two opaque colors, 1..21 (WCAG 2.1 relative luminance).
double contrastRatio(const QColor& first, const QColor& second);

}  // namespace orrery
