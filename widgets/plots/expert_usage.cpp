// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/expert_usage.h"

#include <QComboBox>
#include <QCoreApplication>
#include <algorithm>
#include <numeric>

#include "core/analysis/metrics.h"
#include "widgets/run/run_data.h"
#include "widgets/status/run_words.h"

namespace orrery {
namespace {

struct ExpertUsageWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::ExpertUsage)
};

}  // namespace

bool ExpertUsage::empty() const {
    return std::all_of(layers.begin(), layers.end(), [](const auto& row) { return row.empty(); });
}

ExpertUsage usageOf(const RunData* run, UsageSpan span) {
    ExpertUsage usage;
    if (!run) return usage;
    for (int layer = 0; layer < run->layerCount(); ++layer) {
        usage.layers.emplace_back();
        const LayerUsage* known = run->usage(layer);
        if (!known) continue;
        usage.layers.back() = span == UsageSpan::whole_run ? known->total : known->last;
        usage.step = std::max(usage.step, known->step);
    }
    return usage;
}

LayerSummary summarize(const std::vector<double>& counts, int layer) {
    return {.layer = layer,
            .gini = gini(counts),
            .entropy_bits = entropyBits(counts),
            .used = static_cast<int>(usedExperts(counts)),
            .experts = static_cast<int>(counts.size()),
            .selections = std::accumulate(counts.begin(), counts.end(), 0.0)};
}

QString layerTitle(int layer, int layers) {
    const QString plain = ExpertUsageWords::tr("Layer %1").arg(layer);
    if (layers < 2) return plain;
    if (layer == layers / 2) return plain + ExpertUsageWords::tr(" (middle)");
    if (layer == 0) return plain + ExpertUsageWords::tr(" (first)");
    if (layer == layers - 1) return plain + ExpertUsageWords::tr(" (last)");
    return plain;
}

void listLayers(QComboBox& box, int layers) {
    if (box.count() == layers) return;
    box.clear();
    for (int layer = 0; layer < layers; ++layer)
        box.addItem(layerTitle(layer, layers));
}

QString summaryText(const LayerSummary& summary, int layers) {
    const double share = summary.experts > 0 ? 100.0 * summary.used / summary.experts : 0;
    // 99.97 % must not read as all of them.
    const QString percent = summary.used == summary.experts
                                ? QStringLiteral("100")
                                : decimalText(std::min(share, 99.9), 'f', 1);
    return ExpertUsageWords::tr("%1: Gini %2, entropy %3 bits, used %4/%5 (%6 %)")
        .arg(layerTitle(summary.layer, layers), decimalText(summary.gini, 'f', 2),
             decimalText(summary.entropy_bits, 'f', 2), QString::number(summary.used),
             QString::number(summary.experts), percent);
}

std::vector<int> byUsage(const std::vector<double>& counts) {
    std::vector<int> order(counts.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&counts](int a, int b) {
        return counts[static_cast<std::size_t>(a)] > counts[static_cast<std::size_t>(b)];
    });
    return order;
}

}  // namespace orrery
