// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/guilds/guild_tables.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>
#include <set>

#include "core/analysis/association.h"
#include "core/analysis/student.h"

namespace orrery {
namespace {

constexpr double kMostFalse = 0.05;  // the share of false guilds in a list

std::string expertsText(const Guild& guild) {
    std::string text;
    for (const std::int32_t expert : guild.experts)
        text += (text.empty() ? "" : " ") + std::to_string(expert);
    return text;
}

std::size_t columnOf(const Table& table, const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(table.columns, name) - table.columns.begin());
}

/// Fills q values in, and leaves out what may be chance; of how many tests, those that found
/// nothing included.
void judge(Table& table, std::size_t tests_without) {
    const std::size_t p = columnOf(table, "p_value"), q = columnOf(table, "q_value");
    std::vector<double> p_values;
    for (const auto& row : table.rows)
        p_values.push_back(std::get<double>(row[p]));
    const auto q_values = benjaminiHochberg(p_values, p_values.size() + tests_without);
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        table.rows[row][q] = q_values[row];
    std::erase_if(table.rows,
                  [&](const auto& row) { return std::get<double>(row[q]) > kMostFalse; });
    std::map<std::int64_t, std::int64_t> numbers;
    for (auto& row : table.rows)
        row[1] = numbers[std::get<std::int64_t>(row[0])]++;
}

/// Of `layers` layers, those that no row tells of.
std::size_t withoutRows(const Table& table, std::size_t layers) {
    std::set<std::int64_t> with;
    for (const auto& row : table.rows)
        with.insert(std::get<std::int64_t>(row[0]));
    return layers - with.size();
}

}  // namespace

GuildTables::GuildTables(const RoutedText& text, const GuildOptions& options)
    : guilds{"guilds",
             {"layer", "guild", "experts", "kind", "tokens", "share_of_kind", "purity",
              "chance_tokens", "strength_bits", "bound", "p_value", "q_value", "permutations",
              "top_tokens"},
             {}},
      utility{"utility_guilds",
              {"layer", "guild", "experts", "tokens", "share_of_text", "effective_kinds", "breadth",
               "words", "chance_tokens", "strength_bits", "bound", "p_value", "q_value",
               "permutations", "top_tokens"},
              {}},
      text_(text),
      options_(options),
      kinds_(guildLabels(text)),
      tokens_{text.token_ids, text.pieces} {}

std::string GuildTables::topTokens(const std::vector<std::size_t>& members) const {
    std::vector<std::int32_t> tokens;
    for (const std::size_t member : members)
        tokens.push_back(tokens_.of_token[member]);
    // As of one expert that serves these tokens.
    const std::vector<std::int32_t> one(tokens.size(), 0);
    const std::optional<Association> served =
        associate({one, 1, 1}, tokens, static_cast<int>(tokens_.names.size()));
    return namesServed(served, tokens_, 0);
}

std::int64_t GuildTables::words(const std::vector<std::size_t>& members) const {
    std::set<std::int32_t> different;
    for (const std::size_t member : members)
        different.insert(tokens_.of_token[member]);
    return std::ssize(different);
}

double GuildTables::effectiveKinds(const std::vector<std::size_t>& members) const {
    std::map<std::int32_t, double> counts;
    double all = 0, bits = 0;
    for (const std::size_t member : members)
        if (kinds_.of_token[member] >= 0) ++counts[kinds_.of_token[member]], ++all;
    for (const auto& [kind, count] : counts)
        bits -= count / all * std::log2(count / all);
    return all > 0 ? std::exp2(bits) : 0;
}

void GuildTables::add(std::size_t layer) {
    ++layers_;
    const auto found = findGuilds(text_.selections(layer), kinds_.of_token,
                                  static_cast<int>(kinds_.names.size()), options_);
    for (std::size_t g = 0; g < found.size(); ++g) {
        const Guild& guild = found[g];
        guilds.rows.push_back(
            {static_cast<std::int64_t>(layer), static_cast<std::int64_t>(g), expertsText(guild),
             kinds_.names[static_cast<std::size_t>(guild.kind)], guild.tokens, guild.share_of_kind,
             guild.purity, guild.chance_tokens, guild.strength_bits, std::int64_t{guild.never_met},
             guild.p_value, guild.p_value, std::int64_t{options_.permutations},
             topTokens(guild.members)});
    }
    addUtility(layer);
}

void GuildTables::addUtility(std::size_t layer) {
    GuildOptions options = options_;
    options.any_kind = true;
    const auto found = findGuilds(text_.selections(layer), kinds_.of_token,
                                  static_cast<int>(kinds_.names.size()), options);
    std::vector<std::size_t> whole(text_.token_ids.size());
    std::iota(whole.begin(), whole.end(), std::size_t{0});
    const double all_kinds = effectiveKinds(whole);
    for (std::size_t g = 0; g < found.size(); ++g) {
        const Guild& guild = found[g];
        const double kinds = effectiveKinds(guild.members);
        utility.rows.push_back({static_cast<std::int64_t>(layer), static_cast<std::int64_t>(g),
                                expertsText(guild), guild.tokens, guild.share_of_kind, kinds,
                                all_kinds > 0 ? kinds / all_kinds : 0.0, words(guild.members),
                                guild.chance_tokens, guild.strength_bits,
                                std::int64_t{guild.never_met}, guild.p_value, guild.p_value,
                                std::int64_t{options_.permutations}, topTokens(guild.members)});
    }
}

void GuildTables::finish(Table& layers) {
    judge(guilds, withoutRows(guilds, layers_));
    judge(utility, withoutRows(utility, layers_));
    const std::size_t column = columnOf(layers, "guilds");
    for (auto& row : layers.rows) {
        if (std::isnan(std::get<double>(row[column]))) continue;
        row[column] = static_cast<double>(std::ranges::count_if(
            guilds.rows, [&](const auto& guild) { return guild[0] == row[0]; }));
    }
}

std::string chanceText(double p_value, double permutations) {
    char text[32];
    const bool floor = p_value * (permutations + 1) < 1.5;
    std::snprintf(text, sizeof text, floor ? "< %.3g" : "%.3g", floor ? 1 / permutations : p_value);
    return text;
}

}  // namespace orrery
