// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/key_kinds.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <map>

#include "core/analysis/table.h"
#include "widgets/palette/visible_text.h"
#include "widgets/run/run_data.h"
#include "widgets/run/run_tables.h"

namespace orrery {
namespace {

struct KindWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::KeyKinds)
};

constexpr std::size_t kMostNames = 11;  // as many as colors can be told apart by

struct KnownGuild {
    int number = 0;
    QString kind;
    std::vector<int> experts;
    QString name() const {
        QStringList numbers;
        for (const int expert : experts)
            numbers << QString::number(expert);
        return KindWords::tr("guild %1: %2 (%3)")
            .arg(QString::number(number), kind, numbers.join(u' '));
    }
};

const Table* tableOf(const RunTables* analysis, const char* name) {
    return analysis ? analysis->find(name) : nullptr;
}

std::vector<KnownGuild> guildsOf(const RunTables* analysis, int layer) {
    std::vector<KnownGuild> guilds;
    const Table* table = tableOf(analysis, "guilds");
    for (std::size_t row = 0; table && row < table->rows.size(); ++row) {
        if (numberAt(*table, row, "layer") != layer) continue;
        KnownGuild guild{static_cast<int>(numberAt(*table, row, "guild")),
                         QString::fromStdString(textAt(*table, row, "kind")),
                         {}};
        const QString experts = QString::fromStdString(textAt(*table, row, "experts"));
        for (const QString& expert : experts.split(u' ', Qt::SkipEmptyParts))
            guild.experts.push_back(expert.toInt());
        guilds.push_back(std::move(guild));
    }
    return guilds;
}

/// The first row of each expert of the layer: its most frequent label.
std::vector<QString> mostFrequent(const Table& table, int layer, int experts) {
    std::vector<QString> labels(static_cast<std::size_t>(experts));
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (numberAt(table, row, "layer") != layer) continue;
        const auto expert = static_cast<std::size_t>(numberAt(table, row, "expert"));
        if (expert < labels.size() && labels[expert].isEmpty())
            labels[expert] = visibleText(textAt(table, row, "name"));
    }
    return labels;
}

std::vector<QString> tokensOf(const RunData& run, const RunTables* analysis, int layer,
                              int experts) {
    if (const Table* table = tableOf(analysis, "expert_tokens"))
        return mostFrequent(*table, layer, experts);
    std::vector<QString> labels(static_cast<std::size_t>(experts));
    const ExpertTokens* tokens = run.expertTokens(layer);
    for (std::size_t e = 0; tokens && e < labels.size() && e < tokens->experts.size(); ++e)
        if (!tokens->experts[e].empty()) labels[e] = visibleText(tokens->experts[e].front().first);
    return labels;
}

void setLabels(KeyKinds& kinds, const std::vector<QString>& labels) {
    std::map<QString, int> counts;
    for (const QString& label : labels)
        if (!label.isEmpty()) ++counts[label];
    for (const auto& [label, count] : counts)
        kinds.names.push_back(label);
    std::ranges::stable_sort(kinds.names, std::ranges::greater{},
                             [&](const QString& name) { return counts[name]; });
    if (kinds.names.size() > kMostNames) kinds.names.resize(kMostNames);
    for (const QString& label : labels) {
        const auto found = std::ranges::find(kinds.names, label);
        kinds.of_key.push_back(label.isEmpty() ? KeyKinds::none
                               : found == kinds.names.end()
                                   ? KeyKinds::other
                                   : static_cast<int>(found - kinds.names.begin()));
    }
}

/// A guild is a kind by itself, even where another of the same part of speech has the same name.
void setGuilds(KeyKinds& kinds, const std::vector<KnownGuild>& guilds, int experts) {
    kinds.of_key.assign(static_cast<std::size_t>(experts), KeyKinds::none);
    for (const KnownGuild& guild : guilds) {
        const bool named = kinds.names.size() < kMostNames;
        const int kind = named ? static_cast<int>(kinds.names.size()) : KeyKinds::other;
        if (named) kinds.names.push_back(guild.name());
        for (const int expert : guild.experts)
            if (expert < experts &&
                kinds.of_key[static_cast<std::size_t>(expert)] == KeyKinds::none)
                kinds.of_key[static_cast<std::size_t>(expert)] = kind;
    }
}

QString missingText(const RunTables* analysis, GalaxyColoring coloring) {
    if (coloring == GalaxyColoring::token)
        return KindWords::tr("No token statistics yet: the next evaluation collects them");
    if (!analysis) return KindWords::tr("Not analyzed: press Analyze in the Inspector");
    if (coloring == GalaxyColoring::part)
        return KindWords::tr("The analyzed text has no part-of-speech tags");
    return KindWords::tr("This layer has no guilds");
}

}  // namespace

bool needsAnalysis(GalaxyColoring coloring) {
    return coloring == GalaxyColoring::part || coloring == GalaxyColoring::guild;
}

int KeyKinds::count(int kind) const {
    return static_cast<int>(std::ranges::count(of_key, kind));
}

QString KeyKinds::nameOf(std::size_t key) const {
    if (key >= of_key.size() || of_key[key] == none) return {};
    if (of_key[key] == other) return KindWords::tr("others");
    return names[static_cast<std::size_t>(of_key[key])];
}

KeyKinds kindsOfKeys(const RunData& run, const RunTables* analysis, int layer, int experts,
                     GalaxyColoring coloring) {
    KeyKinds kinds;
    const bool guessed = analysis && analysis->partsAreGuessed();
    if (coloring == GalaxyColoring::part) {
        kinds.title = guessed ? KindWords::tr("Most frequent part of speech (dictionary tags)")
                              : KindWords::tr("Most frequent part of speech");
        const Table* parts = tableOf(analysis, "expert_parts");
        setLabels(kinds, parts ? mostFrequent(*parts, layer, experts) : std::vector<QString>{});
    } else if (coloring == GalaxyColoring::token) {
        kinds.title = KindWords::tr("Most frequent token");
        setLabels(kinds, tokensOf(run, analysis, layer, experts));
    } else if (coloring == GalaxyColoring::guild) {
        kinds.title = guessed ? KindWords::tr("Guild (dictionary tags)") : KindWords::tr("Guild");
        setGuilds(kinds, guildsOf(analysis, layer), experts);
    } else {
        return kinds;
    }
    if (kinds.names.empty()) kinds.missing = missingText(analysis, coloring);
    return kinds;
}

std::vector<int> expertsOfGuild(const RunTables* analysis, int layer, int number) {
    for (const KnownGuild& guild : guildsOf(analysis, layer))
        if (guild.number == number) return guild.experts;
    return {};
}

QStringList guildNames(const RunTables* analysis, int layer) {
    QStringList names;
    for (const KnownGuild& guild : guildsOf(analysis, layer))
        names << guild.name();
    return names;
}

}  // namespace orrery
