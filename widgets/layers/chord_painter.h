// SPDX-License-Identifier: GPL-3.0-or-later
// Which experts of a layer are chosen together, as a circle of arcs and the bands between them.
#pragma once
#include <QSizeF>
#include <QString>
#include <vector>

#include "widgets/palette/chart_theme.h"

class QPainter;

namespace orrery {

struct RunTables;

struct ChordPicture {
    struct Pair {
        int first = 0, second = 0;  // places in `experts`
        double tokens = 0;          // that chose both
    };
    int layer = 0;
    std::vector<int> experts;    // around the circle; those that were chosen
    std::vector<double> shares;  // of the selections
    std::vector<Pair> pairs;     // the strongest first
    std::size_t all_pairs = 0;
};

/// Empty while the run is not analyzed. At most so many pairs.
ChordPicture chordsOf(const RunTables& tables, int layer, std::size_t most_pairs = 120);
/// layer, expert, other, tokens
QString chordsCsv(const ChordPicture& picture);
/// kind ("share" or "pair"), expert, other, value
QString chordsPythonCsv(const ChordPicture& picture);
QString chordsTitle(const ChordPicture& picture);
/// Bands of experts in `marked` are in color, others gray; with none marked all are in color.
void paintChords(QPainter& painter, const QSizeF& size, const ChordPicture& picture,
                 const std::vector<int>& marked, const ChartTheme& theme);

}  // namespace orrery
