// SPDX-License-Identifier: GPL-3.0-or-later
// How evenly each layer used its experts over a run: layers by steps as colored cells.
#pragma once
#include <QFont>
#include <QPointF>
#include <QSizeF>
#include <QString>
#include <cstdint>
#include <vector>

#include "widgets/palette/chart_theme.h"

class QPainter;

namespace orrery {

class RunData;

enum class EvennessMeasure { gini, entropy };

struct LayerMap {
    EvennessMeasure measure = EvennessMeasure::gini;
    int experts = 0;                        // E: the largest entropy is log2 E
    std::vector<std::int64_t> steps;        // [columns] the last of each column
    std::vector<std::vector<double>> rows;  // [L][columns]; NaN where nothing was logged
    bool isEmpty() const { return steps.empty(); }
};

/// Gini coefficient (0 to 1) or entropy (bits) of each layer's selections between two logged
/// steps. More steps than `most_columns` share columns, which then have their mean.
LayerMap layerMap(const RunData& run, EvennessMeasure measure, std::size_t most_columns = 160);
/// layer, step, gini or entropy_bits: every point that was logged.
QString layerMapCsv(const RunData& run, EvennessMeasure measure);
/// The measure in words, with its unit.
QString layerMapTitle(EvennessMeasure measure);
/// "Layer 3, step 420: Gini 0.62" of a place in a picture of this size; empty beside the cells.
QString layerMapText(const QPointF& place, const QSizeF& size, const LayerMap& map,
                     const QFont& font);
void paintLayerMap(QPainter& painter, const QSizeF& size, const LayerMap& map,
                   const ChartTheme& theme);

}  // namespace orrery
