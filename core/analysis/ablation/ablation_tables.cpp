// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ablation/ablation_tables.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace orrery {
namespace {

std::string decimals(double value, int count) {
    if (!std::isfinite(value)) return "-";
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                   std::chars_format::fixed, count);
    return {text.data(), end.ptr};
}

std::string signedText(double value) {
    return (value > 0 ? "+" : "") + decimals(value, 4);
}

Table effectsTable(std::string name, const std::vector<ExpertEffect>& effects) {
    Table table{std::move(name), {"layer", "expert", "usage", "loss_change"}, {}};
    for (const ExpertEffect& effect : effects)
        table.rows.push_back({std::int64_t{effect.expert.layer}, std::int64_t{effect.expert.expert},
                              effect.usage, effect.change});
    return table;
}

}  // namespace

std::vector<Table> ablationTables(const AblationResult& result) {
    Table groups{"ablation",
                 {"by", "tokens_of", "tokens", "loss", "loss_change", "random_mean", "random_low",
                  "random_high", "p_value"},
                 {}};
    for (const GroupEffect& group : result.groups)
        groups.rows.push_back({group.by, group.name, group.tokens, group.loss, group.change.value,
                               group.change.mean, group.change.low, group.change.high,
                               group.change.p_value});
    return {std::move(groups), effectsTable("ablation_experts", result.members)};
}

Table sweepTable(const std::vector<ExpertEffect>& effects) {
    return effectsTable("sweep", effects);
}

void putTable(std::vector<Table>& tables, Table table) {
    const auto found = std::ranges::find(tables, table.name, &Table::name);
    if (found == tables.end())
        tables.push_back(std::move(table));
    else
        *found = std::move(table);
}

void addGuildRemoval(std::vector<Table>& tables, const AblationResult& result,
                     const std::string& kind) {
    Table table{
        "guild_removal",
        {"layer", "experts", "kind", "own_tokens", "loss_change", "p_value", "own_minus_others",
         "own_minus_others_low", "own_minus_others_high", "own_minus_others_p"},
        {}};
    const auto before = std::ranges::find(tables, table.name, &Table::name);
    // One of an earlier version did not say which kind.
    if (before != tables.end() && before->columns == table.columns) table = *before;
    std::string experts;
    for (const ExpertPlace& place : result.experts)
        experts += (experts.empty() ? "" : " ") + std::to_string(place.expert);
    const std::int64_t layer = result.experts.front().layer;
    std::erase_if(table.rows, [&](const std::vector<Cell>& row) {
        return row[0] == Cell(layer) && row[1] == Cell(experts) && row[2] == Cell(kind);
    });
    const BesideRandom& all = result.groups.front().change;
    const Interval& own = result.own_minus_others;
    table.rows.push_back({layer, experts, kind, result.own_tokens, all.value, all.p_value,
                          own.value, own.low, own.high, result.own_minus_others_random.p_value});
    putTable(tables, std::move(table));
}

std::string ablationText(const AblationResult& result) {
    const RandomSets& random = result.random;
    std::string text = "Knocked out: " + result.what + ", " + decimals(100 * random.usage, 2) +
                       " % of the selections of their layers.\n" +
                       std::to_string(random.sets.size()) + " random sets of the same size, with " +
                       decimals(100 * random.mean_usage, 2) + " % on average (within " +
                       decimals(100 * random.tolerance, 0) + " % of it).\n";
    if (result.groups.empty()) return text;
    const BesideRandom& all = result.groups.front().change;
    text += "The loss over " + std::to_string(result.tokens) + " tokens changes by " +
            signedText(all.value) + ", by random sets " + signedText(all.mean) + " (95 % within " +
            signedText(all.low) + " to " + signedText(all.high) +
            "), p = " + decimals(all.p_value, 3) + ".\n";
    const Interval& own = result.own_minus_others;
    if (std::isnan(own.value)) return text + "No token of this text is served by all of them.\n";
    const bool more = own.low > 0 && result.own_minus_others_random.p_value < 0.05;
    return text + "Over the " + std::to_string(result.own_tokens) +
           " tokens that it serves it changes by " + signedText(own.value) +
           " more than over the others (95 % interval " + signedText(own.low) + " to " +
           signedText(own.high) +
           "; beside random sets p = " + decimals(result.own_minus_others_random.p_value, 3) +
           "): " +
           (more ? "its removal hurts its own tokens more than others."
                 : "no sign that its own tokens suffer more than by chance.") +
           "\n";
}

}  // namespace orrery
