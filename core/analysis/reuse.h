// SPDX-License-Identifier: GPL-3.0-or-later
// How much of what the experts do for one text they do for another (core/README.md, section 8).
// Plain values; all functions: any thread.
#pragma once
#include <vector>

#include "core/analysis/guilds/guilds.h"
#include "core/analysis/run_analysis.h"

namespace orrery {

/// Shares, 0 .. 1. `chance` is the mean when the experts of the other text are numbered anew at
/// random: what reuse that means nothing would look like.
struct Reuse {
    double share = 0;
    double chance = 0;
};

/// Sum over experts of the smaller share of the selections, mean over layers: 1 = the same use, 0 =
/// no expert in common. Throws Error for texts of models of other sizes.
Reuse sharedLoad(const RoutedText& one, const RoutedText& other);

/// The guilds of each layer: by part of speech, or by the most frequent pieces of a text without
/// tags. Throws what findGuilds throws.
using LayerGuilds = std::vector<std::vector<Guild>>;
LayerGuilds guildsOf(const RoutedText& text, const GuildOptions& options = {});

/// Of the tokens that belong to a guild of either text, the share whose guild has two experts
/// together in a guild of the other text too. Not a number where neither has a guild. Throws Error
/// for other numbers of layers.
Reuse sharedGuilds(const LayerGuilds& one, const LayerGuilds& other, int experts);

}  // namespace orrery
