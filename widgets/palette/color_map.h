// SPDX-License-Identifier: GPL-3.0-or-later
// Colors for quantities and for kinds, told apart also by people who see red and green alike.
#pragma once
#include <QColor>
#include <Qt>

namespace orrery {

/// A color for `share` in 0..1 whose lightness runs evenly from near the background (0) to far
/// from it (1): on white pale green to deep violet, on dark violet to bright yellow. Values outside
/// are clamped; NaN gives 0.
QColor sequentialColor(double share, bool dark);

/// Colors of lines: eight (Okabe and Ito 2008), then again from the start.
QColor seriesColor(int index, bool dark);

/// Colors of clusters: twelve kinds, repeated after that. Negative indices (no cluster) give a
/// gray.
QColor clusterColor(int index, bool dark);

/// A color for an expert that stays its own: neighbors in number get unlike hues. Lightness
/// alternates, so that nearby hues differ for everyone; the expert's number is always printed
/// beside it.
QColor expertColor(int expert, bool dark);

/// Black or white, whichever reads better on `fill`.
QColor inkOn(const QColor& fill);

}  // namespace orrery
