// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of an expert, a column each. Values; any thread.
#pragma once
#include <QString>
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "widgets/run/selection.h"

namespace orrery {

enum class ExpertColumn {
    layer,
    expert,
    selections,
    share,
    usage_state,
    key_norm,
    key_drift,
    mean_gate,
    gate_share,
    weight_norm,
    specialization,
    loss_effect,
    token,
    part,
    guild
};
constexpr int kExpertColumns = static_cast<int>(ExpertColumn::guild) + 1;

/// As in the CSV, in filters and in the words of --look: "key_norm".
QString columnKey(ExpertColumn column);
QString columnTitle(ExpertColumn column);
/// What it is, with its unit and where it comes from.
QString columnHelp(ExpertColumn column);
/// Whether it can be drawn on an axis.
bool isMeasure(ExpertColumn column);
/// Who finds it: the run while it trains, an analysis, or an ablation (orrery-cli ablate).
enum class ColumnOrigin { run, analysis, ablation };
ColumnOrigin originOf(ExpertColumn column);
std::vector<ExpertColumn> measureColumns();
/// nullopt for another word.
std::optional<ExpertColumn> columnOf(const QString& key);

struct ExpertRow {
    ExpertId id;
    std::array<double, kExpertColumns> numbers = unknown();  // NaN = not known
    QString token, part, guild;                              // empty = not known

    double number(ExpertColumn column) const { return numbers[static_cast<std::size_t>(column)]; }
    void set(ExpertColumn column, double value) {
        numbers[static_cast<std::size_t>(column)] = value;
    }
    /// For people; an en dash where nothing is known.
    QString text(ExpertColumn column) const;
    /// With a decimal point and all digits; empty where nothing is known.
    QString csv(ExpertColumn column) const;

private:
    static std::array<double, kExpertColumns> unknown() {
        std::array<double, kExpertColumns> numbers;
        numbers.fill(std::numeric_limits<double>::quiet_NaN());
        return numbers;
    }
};

}  // namespace orrery
