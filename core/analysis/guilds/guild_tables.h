// SPDX-License-Identifier: GPL-3.0-or-later
// The tables "guilds" and "utility_guilds" of an analysis (core/README.md, section 8).
#pragma once
#include <cstdint>

#include "core/analysis/guilds/guilds.h"
#include "core/analysis/run_analysis.h"
#include "core/analysis/table.h"
#include "core/analysis/token_labels.h"

namespace orrery {

/// One thread at a time.
class GuildTables {
public:
    /// `text` and `options` outlive it.
    GuildTables(const RoutedText& text, const GuildOptions& options);
    /// Finds the guilds of a layer. Throws Error, Cancelled.
    void add(std::size_t layer);
    /// q values over all layers that were added (a layer without guilds was a test, too); guilds
    /// above 5 % are left out, and numbered anew. `layers` gets how many each layer has.
    void finish(Table& layers);

    Table guilds, utility;

private:
    void addUtility(std::size_t layer);
    /// The labels of the tokens at these positions: how many there are, 2^entropy.
    double effectiveKinds(const std::vector<std::size_t>& members) const;
    std::string topTokens(const std::vector<std::size_t>& members) const;
    std::int64_t words(const std::vector<std::size_t>& members) const;

    const RoutedText& text_;
    const GuildOptions& options_;
    TokenLabels kinds_, tokens_;
    std::size_t layers_ = 0;
};

/// A guild's p value for people: "0.004", or "< 0.001" where no permutation came near.
std::string chanceText(double p_value, double permutations);

}  // namespace orrery
