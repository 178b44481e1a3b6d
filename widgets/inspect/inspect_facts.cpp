// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspect/inspect_facts.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/analysis/guilds/guild_tables.h"
#include "core/analysis/key_metrics.h"
#include "widgets/palette/visible_text.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

struct FactWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::InspectFacts)
};

constexpr std::size_t kMostRows = 30;
constexpr double kFewestTogether = 5;

/// Rows of a table of the analysis, by the names of its columns.
class Rows {
public:
    Rows(const RunTables* analysis, const char* table)
        : table_(analysis ? analysis->find(table) : nullptr) {}
    std::size_t size() const { return table_ ? table_->rows.size() : 0; }
    double number(std::size_t row, const char* column) const {
        return numberAt(*table_, row, column);
    }
    QString text(std::size_t row, const char* column) const {
        return QString::fromStdString(textAt(*table_, row, column));
    }
    bool isOf(std::size_t row, const ExpertId& expert) const {
        return number(row, "layer") == expert.layer && number(row, "expert") == expert.expert;
    }

private:
    const Table* table_;
};

QString percent(double share) {
    return std::isfinite(share) ? QStringLiteral("%1 %").arg(decimalText(100 * share, 'f', 1))
                                : QStringLiteral("–");
}

QString decimal(double value, int digits = 3) {
    return std::isfinite(value) ? decimalText(value, 'f', digits) : QStringLiteral("–");
}

void addRow(FactTable& table, QStringList cells, std::vector<int> experts = {}) {
    table.rows.push_back(std::move(cells));
    table.experts.push_back(std::move(experts));
}

const float* keyOf(const Keys& keys, int expert) {
    return keys.keys.data() +
           static_cast<std::size_t>(expert) * static_cast<std::size_t>(keys.dimensions);
}

double dot(const float* a, const float* b, int size) {
    return std::inner_product(a, a + size, b, 0.0);
}

std::vector<int> expertNumbers(const QString& text) {
    std::vector<int> experts;
    for (const QString& word : text.split(u' ', Qt::SkipEmptyParts))
        experts.push_back(word.toInt());
    return experts;
}

/// Said of parts of speech, and of guilds, whose kinds they are.
QString sourceOfParts(const RunTables* analysis) {
    const bool guessed = analysis && analysis->partsAreGuessed();
    return guessed ? FactWords::tr(" (dictionary tags)") : QString();
}

}  // namespace

QString expertTitle(const ExpertId& expert) {
    return FactWords::tr("Expert %1 of layer %2").arg(expert.expert).arg(expert.layer);
}

QStringList expertFacts(const RunData& run, const RunTables* analysis, const ExpertId& expert) {
    QStringList facts;
    const auto index = static_cast<std::size_t>(expert.expert);
    if (const LayerUsage* usage = run.usage(expert.layer); usage && index < usage->total.size()) {
        const double all = std::accumulate(usage->total.begin(), usage->total.end(), 0.0);
        const double own = usage->total[index];
        const auto before = std::ranges::count_if(usage->total, [=](double x) { return x > own; });
        facts << FactWords::tr("%1 of the layer's selections during training, rank %2 of %3")
                     .arg(percent(all > 0 ? own / all : 0))
                     .arg(before + 1)
                     .arg(usage->total.size());
    }
    if (const SharedKeys keys = run.keys(expert.layer); keys && expert.expert < keys->experts) {
        const float* key = keyOf(*keys, expert.expert);
        facts << FactWords::tr("Usage state %1, key norm %2 (step %3)")
                     .arg(QString::number(static_cast<double>(keys->usage[index]), 'g', 3),
                          decimal(std::sqrt(dot(key, key, keys->dimensions))))
                     .arg(keys->step);
    }
    const Rows experts(analysis, "experts");
    for (std::size_t row = 0; row < experts.size(); ++row) {
        if (!experts.isOf(row, expert)) continue;
        facts << FactWords::tr(
                     "In the analyzed text: %n selections (%1), specialization %2 bits by token, "
                     "%3 bits by part of speech%4",
                     nullptr, static_cast<int>(experts.number(row, "selections")))
                     .arg(percent(experts.number(row, "share")),
                          decimal(experts.number(row, "token_specialization_bits"), 2),
                          decimal(experts.number(row, "part_specialization_bits"), 2),
                          sourceOfParts(analysis));
        facts << FactWords::tr("Gate share: %1 of the layer's gate mass; weight norm %2")
                     .arg(percent(experts.number(row, "gate_share")),
                          decimal(experts.number(row, "weight_norm"), 2));
        if (const double cluster = experts.number(row, "cluster"); std::isfinite(cluster))
            facts << FactWords::tr("Cluster %1, key moved %2 (Euclidean) since the last snapshot")
                         .arg(cluster + 1)
                         .arg(decimal(experts.number(row, "key_drift"), 4));
    }
    const Rows guilds(analysis, "guilds");
    for (std::size_t row = 0; row < guilds.size(); ++row) {
        const auto members = expertNumbers(guilds.text(row, "experts"));
        if (guilds.number(row, "layer") == expert.layer &&
            std::ranges::find(members, expert.expert) != members.end())
            facts << FactWords::tr("In guild %1 (%2): experts %3")
                         .arg(guilds.number(row, "guild"))
                         .arg(guilds.text(row, "kind") + sourceOfParts(analysis),
                              guilds.text(row, "experts"));
    }
    return facts;
}

FactTable tokensOfExpert(const RunData& run, const RunTables* analysis, const ExpertId& expert) {
    FactTable table{FactWords::tr("Tokens"), {}, {}, {}, expert.layer};
    const Rows rows(analysis, "expert_tokens");
    if (rows.size() > 0) {
        table.heads = {FactWords::tr("Token"), FactWords::tr("Count"), FactWords::tr("% expert"),
                       FactWords::tr("% token")};
        for (std::size_t row = 0; row < rows.size() && table.rows.size() < kMostRows; ++row)
            if (rows.isOf(row, expert))
                addRow(table, {visibleText(rows.text(row, "name").toStdString()),
                               QString::number(rows.number(row, "selections")),
                               percent(rows.number(row, "share_of_expert")),
                               percent(rows.number(row, "share_of_token"))});
        return table;
    }
    table.heads = {FactWords::tr("Token"), FactWords::tr("Count")};
    const ExpertTokens* tokens = run.expertTokens(expert.layer);
    const auto index = static_cast<std::size_t>(expert.expert);
    if (tokens && index < tokens->experts.size())
        for (const auto& [piece, count] : tokens->experts[index])
            addRow(table, {visibleText(piece), QString::number(count)});
    return table;
}

FactTable partsOfExpert(const RunTables* analysis, const ExpertId& expert) {
    FactTable table{FactWords::tr("Parts of speech") + sourceOfParts(analysis),
                    {FactWords::tr("Tag"), FactWords::tr("% expert"), FactWords::tr("Lift")},
                    {},
                    {},
                    expert.layer};
    const Rows rows(analysis, "expert_parts");
    for (std::size_t row = 0; row < rows.size() && table.rows.size() < kMostRows; ++row)
        if (rows.isOf(row, expert))
            addRow(table, {rows.text(row, "name"), percent(rows.number(row, "share_of_expert")),
                           decimal(rows.number(row, "lift"), 2)});
    return table;
}

FactTable partnersOfExpert(const RunTables* analysis, const ExpertId& expert) {
    FactTable table{FactWords::tr("Co-selected experts"),
                    {FactWords::tr("Expert"), FactWords::tr("Tokens"), FactWords::tr("Share"),
                     FactWords::tr("Lift")},
                    {},
                    {},
                    expert.layer};
    const Rows rows(analysis, "coactivation");
    std::vector<std::size_t> found;
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (rows.isOf(row, expert) && rows.number(row, "tokens") >= kFewestTogether)
            found.push_back(row);
    std::ranges::sort(found, std::ranges::greater{},
                      [&](std::size_t row) { return rows.number(row, "lift"); });
    if (found.size() > kMostRows) found.resize(kMostRows);
    for (const std::size_t row : found) {
        const int other = static_cast<int>(rows.number(row, "other"));
        addRow(table,
               {QString::number(other), QString::number(rows.number(row, "tokens")),
                percent(rows.number(row, "share")), decimal(rows.number(row, "lift"), 2)},
               {other});
    }
    return table;
}

FactTable neighborsOfExpert(const RunData& run, const ExpertId& expert) {
    FactTable table{FactWords::tr("Nearest keys"),
                    {FactWords::tr("Expert"), FactWords::tr("Cosine")},
                    {},
                    {},
                    expert.layer};
    const SharedKeys keys = run.keys(expert.layer);
    if (!keys || expert.expert >= keys->experts) return table;
    for (const KeyPair& pair : nearestKeysOf(keys->keys, keys->dimensions, expert.expert, 12))
        addRow(table, {QString::number(pair.other), decimal(pair.cosine)}, {pair.other});
    return table;
}

FactTable routeOfToken(const RunTables* analysis, const QString& token) {
    FactTable table{FactWords::tr("Routing of “%1”").arg(token),
                    {FactWords::tr("Layer"), FactWords::tr("Experts (share of the token)"),
                     FactWords::tr("Largest share")},
                    {},
                    {},
                    -1};
    const Rows rows(analysis, "expert_tokens");
    std::map<int, std::vector<std::pair<double, int>>> layers;
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (visibleText(rows.text(row, "name").toStdString()) == token)
            layers[static_cast<int>(rows.number(row, "layer"))].emplace_back(
                rows.number(row, "share_of_token"), static_cast<int>(rows.number(row, "expert")));
    for (auto& [layer, experts] : layers) {
        std::ranges::sort(experts, std::ranges::greater{});
        QStringList words;
        std::vector<int> numbers;
        for (const auto& [share, expert] : experts) {
            if (words.size() < 6)
                words << QStringLiteral("%1 (%2)").arg(expert).arg(percent(share));
            numbers.push_back(expert);
        }
        addRow(table,
               {QString::number(layer), words.join(QStringLiteral(", ")),
                percent(experts.front().first)},
               numbers);
    }
    return table;
}

/// What a guild's removal did to its own tokens beside others, "0.120 (0.050 to 0.190), p = 0.010";
/// empty where it was not removed.
QString removalOfGuild(const Rows& removals, double layer, const QString& experts,
                       const QString& kind) {
    for (std::size_t row = 0; row < removals.size(); ++row)
        if (removals.number(row, "layer") == layer && removals.text(row, "experts") == experts &&
            removals.text(row, "kind") == kind)
            return FactWords::tr("%1 (%2 to %3), p = %4")
                .arg(decimal(removals.number(row, "own_minus_others")),
                     decimal(removals.number(row, "own_minus_others_low")),
                     decimal(removals.number(row, "own_minus_others_high")),
                     decimal(removals.number(row, "own_minus_others_p"), 3));
    return {};
}

FactTable guildsOfRun(const RunTables* analysis) {
    FactTable table{FactWords::tr("Guilds"),
                    {FactWords::tr("Layer"), FactWords::tr("Guild"), FactWords::tr("Experts"),
                     FactWords::tr("Kind") + sourceOfParts(analysis), FactWords::tr("Tokens"),
                     FactWords::tr("Strength (bits over chance)"), FactWords::tr("p"),
                     FactWords::tr("q"), FactWords::tr("Most frequent tokens")},
                    {},
                    {},
                    -1};
    const Rows removals(analysis, "guild_removal");
    if (removals.size() > 0)
        table.heads << FactWords::tr("Removed: its tokens' loss change minus others'");
    const auto add = [&](const Rows& rows, std::size_t row, const QString& kind,
                         const QString& shown) {
        QStringList tokens;
        for (const QString& piece : rows.text(row, "top_tokens").split(u'|'))
            tokens << visibleText(piece.toStdString());
        const QString bound = rows.number(row, "bound") > 0 ? QStringLiteral("\u2265 ") : QString();
        addRow(
            table,
            {QString::number(rows.number(row, "layer")), QString::number(rows.number(row, "guild")),
             rows.text(row, "experts"), shown, QString::number(rows.number(row, "tokens")),
             bound + decimal(rows.number(row, "strength_bits"), 1),
             withDecimals(QString::fromStdString(
                 chanceText(rows.number(row, "p_value"), rows.number(row, "permutations")))),
             decimal(rows.number(row, "q_value")), tokens.join(QStringLiteral(", "))},
            expertNumbers(rows.text(row, "experts")));
        if (removals.size() > 0)
            table.rows.back() << removalOfGuild(removals, rows.number(row, "layer"),
                                                rows.text(row, "experts"), kind);
    };
    const Rows rows(analysis, "guilds");
    for (std::size_t row = 0; row < rows.size(); ++row)
        add(rows, row, rows.text(row, "kind"), rows.text(row, "kind"));
    const Rows utility(analysis, "utility_guilds");
    for (std::size_t row = 0; row < utility.size(); ++row)
        add(utility, row, {},
            FactWords::tr("any: %1 kinds, %2 words")
                .arg(decimal(utility.number(row, "effective_kinds"), 1))
                .arg(utility.number(row, "words")));
    return table;
}

QString kindOfGuildRow(const RunTables* analysis, int row) {
    const Rows guilds(analysis, "guilds");  // the first rows of guildsOfRun()
    return row >= 0 && static_cast<std::size_t>(row) < guilds.size()
               ? guilds.text(static_cast<std::size_t>(row), "kind")
               : QString();
}

QStringList knownTokens(const RunTables* analysis) {
    const Rows rows(analysis, "expert_tokens");
    std::map<QString, double> counts;
    for (std::size_t row = 0; row < rows.size(); ++row)
        counts[visibleText(rows.text(row, "name").toStdString())] += rows.number(row, "selections");
    QStringList tokens;
    for (const auto& [token, count] : counts)
        tokens << token;
    std::ranges::stable_sort(tokens, std::ranges::greater{},
                             [&](const QString& token) { return counts[token]; });
    return tokens;
}

UsageHistory usageHistory(const RunData& run, const ExpertId& expert, std::size_t most) {
    UsageHistory history;
    const auto& steps = run.keySteps(expert.layer);
    const std::size_t count = std::min(most, steps.size());
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = count > 1 ? i * (steps.size() - 1) / (count - 1) : 0;
        const SharedKeys keys = run.keysAt(expert.layer, steps[at]);
        if (!keys || static_cast<std::size_t>(expert.expert) >= keys->usage.size()) continue;
        history.steps.push_back(static_cast<double>(steps[at]));
        history.usage.push_back(
            static_cast<double>(keys->usage[static_cast<std::size_t>(expert.expert)]));
    }
    return history;
}

}  // namespace orrery
