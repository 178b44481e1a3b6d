// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/experts/expert_rows.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/analysis/key_metrics.h"
#include "core/runs/run_source.h"
#include "widgets/palette/visible_text.h"

namespace orrery {

namespace {

/// What a run tells of one layer.
struct Recorded {
    std::vector<double> selections;  // [E]; empty while nothing is known
    SharedKeys newest, before;       // snapshots; nullptr without
};

std::vector<ExpertRow> rowsOf(int layer, const Recorded& recorded) {
    const std::size_t keyed =
        recorded.newest ? static_cast<std::size_t>(recorded.newest->experts) : 0;
    std::vector<ExpertRow> rows(std::max(recorded.selections.size(), keyed));
    const double all = std::reduce(recorded.selections.begin(), recorded.selections.end());
    std::vector<double> norms, drift;
    if (recorded.newest) norms = rowNorms(recorded.newest->keys, recorded.newest->dimensions);
    if (recorded.newest && recorded.before &&
        recorded.before->keys.size() == recorded.newest->keys.size())
        drift = euclideanDrift(recorded.before->keys, recorded.newest->keys,
                               recorded.newest->dimensions);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        ExpertRow& row = rows[i];
        row.id = {layer, static_cast<int>(i)};
        row.set(ExpertColumn::layer, layer);
        row.set(ExpertColumn::expert, static_cast<double>(i));
        if (i < recorded.selections.size()) {
            row.set(ExpertColumn::selections, recorded.selections[i]);
            if (all > 0) row.set(ExpertColumn::share, 100 * recorded.selections[i] / all);
        }
        if (i < keyed) {
            row.set(ExpertColumn::usage_state, static_cast<double>(recorded.newest->usage[i]));
            row.set(ExpertColumn::key_norm, norms[i]);
        }
        if (i < drift.size()) row.set(ExpertColumn::key_drift, drift[i]);
    }
    return rows;
}

/// The step of the snapshot before this one; -1 without.
std::int64_t stepBefore(const std::vector<std::int64_t>& steps, std::int64_t step) {
    const auto place = std::ranges::lower_bound(steps, step);
    return place == steps.begin() ? -1 : *(place - 1);
}

/// Of a list of the analysis, "a|b".
QString firstOf(const std::string& listed) {
    return visibleText(std::string_view(listed).substr(0, listed.find('|')));
}

void addAnalysis(std::vector<ExpertRow>& rows, const RunTables& analysis) {
    std::map<std::pair<int, int>, ExpertRow*> by_id;
    for (ExpertRow& row : rows)
        by_id[{row.id.layer, row.id.expert}] = &row;
    if (const Table* experts = analysis.find("experts"))
        for (std::size_t i = 0; i < experts->rows.size(); ++i) {
            const auto found = by_id.find({static_cast<int>(numberAt(*experts, i, "layer")),
                                           static_cast<int>(numberAt(*experts, i, "expert"))});
            if (found == by_id.end()) continue;
            ExpertRow& row = *found->second;
            row.set(ExpertColumn::mean_gate, numberAt(*experts, i, "mean_gate"));
            row.set(ExpertColumn::gate_share, 100 * numberAt(*experts, i, "gate_share"));
            row.set(ExpertColumn::weight_norm, numberAt(*experts, i, "weight_norm"));
            row.set(ExpertColumn::specialization,
                    numberAt(*experts, i, "token_specialization_bits"));
            const QString token = firstOf(textAt(*experts, i, "top_tokens"));
            if (!token.isEmpty()) row.token = token;
            row.part = firstOf(textAt(*experts, i, "top_parts"));
        }
    if (const Table* guilds = analysis.find("guilds"))
        for (std::size_t i = 0; i < guilds->rows.size(); ++i) {
            const auto layer = static_cast<int>(numberAt(*guilds, i, "layer"));
            const double number = numberAt(*guilds, i, "guild");
            const QString kind = QString::fromStdString(textAt(*guilds, i, "kind"));
            for (const QString& expert : QString::fromStdString(textAt(*guilds, i, "experts"))
                                             .split(u' ', Qt::SkipEmptyParts)) {
                const auto found = by_id.find({layer, expert.toInt()});
                // An expert of two guilds is listed with the first, which is the surer one.
                if (found == by_id.end() || !found->second->guild.isEmpty()) continue;
                found->second->set(ExpertColumn::guild, number);
                found->second->guild = QStringLiteral("%1 (%2)").arg(number).arg(kind);
            }
        }
}

void addEffects(std::vector<ExpertRow>& rows, const LossEffects& found) {
    const auto place = [](const ExpertRow& row) { return std::pair(row.id.layer, row.id.expert); };
    for (const LossEffect& each : found.effects) {
        const auto row =
            std::ranges::lower_bound(rows, std::pair(each.layer, each.expert), {}, place);
        if (row != rows.end() && place(*row) == std::pair(each.layer, each.expert))
            row->set(ExpertColumn::loss_effect, each.change);
    }
}

}  // namespace

std::vector<ExpertRow> expertRows(const RunData& run, const RunTables* analysis,
                                  const LossEffects* effects) {
    std::vector<ExpertRow> rows;
    for (int layer = 0; layer < run.layerCount(); ++layer) {
        Recorded recorded;
        if (const LayerUsage* usage = run.usage(layer)) recorded.selections = usage->total;
        recorded.newest = run.keys(layer);
        if (recorded.newest) {
            const std::int64_t before = stepBefore(run.keySteps(layer), recorded.newest->step);
            if (before >= 0) recorded.before = run.keysAt(layer, before);
        }
        auto more = rowsOf(layer, recorded);
        if (const ExpertTokens* tokens = run.expertTokens(layer))
            for (std::size_t i = 0; i < std::min(more.size(), tokens->experts.size()); ++i)
                if (!tokens->experts[i].empty())
                    more[i].token = visibleText(tokens->experts[i].front().first);
        std::ranges::move(more, std::back_inserter(rows));
    }
    if (analysis) addAnalysis(rows, *analysis);
    if (effects) addEffects(rows, *effects);
    return rows;
}

std::vector<ExpertRow> recordedRows(const std::filesystem::path& run_folder) {
    const std::unique_ptr<RunSource> run = openStoredRun(run_folder);
    std::vector<ExpertRow> rows;
    for (int layer = 0; layer < run->info().config.model.num_layers; ++layer) {
        Recorded recorded;
        for (const Usage& usage :
             run->usageHistory(layer, std::numeric_limits<std::int32_t>::max())) {
            recorded.selections.resize(std::max(recorded.selections.size(), usage.counts.size()));
            for (std::size_t i = 0; i < usage.counts.size(); ++i)
                recorded.selections[i] += usage.counts[i];
        }
        const std::vector<std::int64_t> steps = run->keySteps(layer);
        if (!steps.empty()) recorded.newest = run->keysAt(layer, steps.back());
        if (steps.size() > 1) recorded.before = run->keysAt(layer, steps[steps.size() - 2]);
        std::ranges::move(rowsOf(layer, recorded), std::back_inserter(rows));
    }
    if (const auto effects = storedLossEffects(run_folder)) addEffects(rows, *effects);
    return rows;
}

}  // namespace orrery
