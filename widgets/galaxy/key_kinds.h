// SPDX-License-Identifier: GPL-3.0-or-later
// What kind each key of a layer is, by what is known of its expert. GUI thread.
#pragma once
#include <QString>
#include <vector>

namespace orrery {

class RunData;
struct RunTables;

enum class GalaxyColoring { usage, cluster, drift, part, token, guild, norm };

/// Whether a coloring is by kinds that the analysis of a run tells.
bool needsAnalysis(GalaxyColoring coloring);

struct KeyKinds {
    static constexpr int other = -1;  // one of those that have no color of their own
    static constexpr int none = -2;

    QString title;
    std::vector<QString> names;  // at most 11, those of most keys first
    std::vector<int> of_key;     // [E] of names, or other, or none
    QString missing;             // why nothing is known; empty when something is

    /// Of a name, of the others, or of none.
    int count(int kind) const;
    QString nameOf(std::size_t key) const;  // empty for none
};

/// The part of speech or the token that the expert served most often in the analyzed text (tokens
/// also by the last evaluation of the run), or the strongest of its guilds. Nothing for a coloring
/// that is not by kinds.
KeyKinds kindsOfKeys(const RunData& run, const RunTables* analysis, int layer, int experts,
                     GalaxyColoring coloring);

/// The experts of guild `number` of the layer; empty when there is none.
std::vector<int> expertsOfGuild(const RunTables* analysis, int layer, int number);
/// "guild 0: NOUN (3 17)" of each guild of the layer, as a search understands it.
QStringList guildNames(const RunTables* analysis, int layer);

}  // namespace orrery
