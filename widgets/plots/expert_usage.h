// SPDX-License-Identifier: GPL-3.0-or-later
// What the experts plots show, taken from a run: counts of every layer, and what they amount to.
#pragma once
#include <QString>
#include <vector>

class QComboBox;

namespace orrery {

class RunData;

enum class UsageSpan { whole_run, last_interval };

struct LayerSummary {
    int layer = 0;
    double gini = 0;
    double entropy_bits = 0;
    int used = 0;
    int experts = 0;
    double selections = 0;
};

struct ExpertUsage {
    std::vector<std::vector<double>>
        layers;             // [L][E] selections; empty while nothing is known of a layer
    std::int64_t step = 0;  // of the newest count
    bool empty() const;
};

/// Any layer without counts yet has an empty row. GUI thread.
ExpertUsage usageOf(const RunData* run, UsageSpan span);
LayerSummary summarize(const std::vector<double>& counts, int layer);
/// "Layer 2 (middle)": first, middle (L / 2) and last layers are named.
QString layerTitle(int layer, int layers);
/// Makes the titles of all layers the entries of a box that does not have as many yet.
void listLayers(QComboBox& box, int layers);
/// "Layer 2 (middle): Gini 0.79, entropy 4.10 bits, used 64/64 (100 %)"
QString summaryText(const LayerSummary& summary, int layers);
/// Positions of the experts by falling count; equal counts by number.
std::vector<int> byUsage(const std::vector<double>& counts);

}  // namespace orrery
