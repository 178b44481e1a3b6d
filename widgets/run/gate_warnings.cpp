// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/gate_warnings.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "core/analysis/key_metrics.h"
#include "core/analysis/probes.h"
#include "core/analysis/selections.h"

namespace orrery {
namespace {

struct WarningWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::GateWarnings)
};

// All pairs are looked at: of more keys that would be felt.
constexpr int kMostKeys = 1024;

std::vector<float> gatesOfLayer(const Trace& trace, int layer) {
    const auto k = static_cast<std::size_t>(trace.top_k);
    const auto row = static_cast<std::size_t>(trace.layers) * k;
    std::vector<float> gates;
    for (std::size_t at = static_cast<std::size_t>(layer) * k; at + k <= trace.gates.size();
         at += row)
        gates.insert(gates.end(), trace.gates.begin() + static_cast<std::ptrdiff_t>(at),
                     trace.gates.begin() + static_cast<std::ptrdiff_t>(at + k));
    return gates;
}

bool areUniform(std::span<const float> gates, int top_k) {
    return !gates.empty() && gatesAreUniform(gateEntropy(gates, top_k), top_k);
}

QString layersText(const std::vector<int>& layers) {
    QStringList numbers;
    for (const int layer : layers)
        numbers << QString::number(layer);
    return numbers.join(QStringLiteral(", "));
}

}  // namespace

GateWarnings warningsOf(const Trace& trace, std::span<const SharedKeys> keys) {
    GateWarnings warnings;
    for (int layer = 0; layer < trace.layers; ++layer)
        if (areUniform(gatesOfLayer(trace, layer), trace.top_k)) warnings.uniform.push_back(layer);
    for (const SharedKeys& store : keys) {
        if (!store || store->experts > kMostKeys || store->dimensions < 1) continue;
        if (!duplicateKeys(store->keys, store->dimensions).empty())
            warnings.coinciding.push_back(store->layer);
    }
    std::ranges::sort(warnings.coinciding);
    return warnings;
}

GateWarnings warningsOf(const RunTables* analysis) {
    GateWarnings warnings;
    if (!analysis) return warnings;
    if (analysis->text)
        for (std::size_t layer = 0; layer < analysis->text->layers.size(); ++layer)
            if (areUniform(analysis->text->layers[layer].gates, analysis->text->top_k))
                warnings.uniform.push_back(static_cast<int>(layer));
    if (const Table* pairs = analysis->find("duplicates"))
        for (std::size_t row = 0; row < pairs->rows.size(); ++row) {
            const int layer = static_cast<int>(numberAt(*pairs, row, "layer"));
            if (std::ranges::find(warnings.coinciding, layer) == warnings.coinciding.end())
                warnings.coinciding.push_back(layer);
        }
    std::ranges::sort(warnings.coinciding);
    return warnings;
}

QString warningText(const GateWarnings& warnings) {
    QStringList sentences;
    if (!warnings.uniform.empty())
        sentences << WarningWords::tr(
                         "Gates are uniform in layers %1: the selected experts are averaged, and "
                         "which of them ranks first means nothing.")
                         .arg(layersText(warnings.uniform));
    if (!warnings.coinciding.empty())
        sentences << WarningWords::tr(
                         "Keys coincide in layers %1 (cosine above 0.99): their experts are "
                         "selected together for any token, which makes no guild.")
                         .arg(layersText(warnings.coinciding));
    return sentences.join(u' ');
}

}  // namespace orrery
