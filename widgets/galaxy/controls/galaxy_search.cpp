// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/controls/galaxy_search.h"

#include <QActionGroup>
#include <QCompleter>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QStringListModel>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "core/analysis/key_metrics.h"
#include "widgets/figure/flow_row.h"
#include "widgets/figure/view_layout.h"
#include "widgets/galaxy/key_kinds.h"
#include "widgets/palette/visible_text.h"
#include "widgets/run/run_data.h"
#include "widgets/run/run_tables.h"
#include "widgets/status/run_words.h"

namespace orrery {
namespace {

constexpr std::size_t kNeighbors = 10;

/// The number in "guild 3", in any language; -1 for another text.
int guildNumber(const QString& text, const QString& word) {
    static const QRegularExpression form(QStringLiteral("^(\\p{L}+) *(\\d+)(:.*)?$"));
    const auto match = form.match(text);
    if (!match.hasMatch()) return -1;
    const QString found = match.captured(1);
    const bool is_guild = found.compare(word, Qt::CaseInsensitive) == 0 ||
                          found.compare(QLatin1String("guild"), Qt::CaseInsensitive) == 0;
    return is_guild ? match.captured(2).toInt() : -1;
}

std::vector<int> expertsOfKind(const RunTables* analysis, int layer, int experts,
                               const QString& kind) {
    std::vector<int> found;
    const Table* guilds = analysis ? analysis->find("guilds") : nullptr;
    for (std::size_t row = 0; guilds && row < guilds->rows.size(); ++row)
        if (numberAt(*guilds, row, "layer") == layer &&
            QString::fromStdString(textAt(*guilds, row, "kind"))
                    .compare(kind, Qt::CaseInsensitive) == 0)
            for (const int expert :
                 expertsOfGuild(analysis, layer, static_cast<int>(numberAt(*guilds, row, "guild"))))
                if (expert < experts) found.push_back(expert);
    return found;
}

/// By the tokens of the analysis, and of the run's last evaluation.
std::vector<int> expertsOfToken(const RunData& run, const RunTables* analysis, int layer,
                                int experts, const QString& part) {
    std::vector<int> found;
    const auto holds = [&](const std::string& piece) {
        return visibleText(piece).contains(part, Qt::CaseInsensitive);
    };
    const Table* table = analysis ? analysis->find("expert_tokens") : nullptr;
    for (std::size_t row = 0; table && row < table->rows.size(); ++row)
        if (numberAt(*table, row, "layer") == layer && holds(textAt(*table, row, "name")))
            found.push_back(static_cast<int>(numberAt(*table, row, "expert")));
    const ExpertTokens* tokens = run.expertTokens(layer);
    for (std::size_t e = 0; tokens && e < tokens->experts.size(); ++e)
        if (std::ranges::any_of(tokens->experts[e],
                                [&](const auto& piece) { return holds(piece.first); }))
            found.push_back(static_cast<int>(e));
    std::erase_if(found, [experts](int expert) { return expert >= experts; });
    return found;
}

}  // namespace

GalaxySearch::GalaxySearch(FlowRow& row, QWidget* parent)
    : QObject(parent), line_(new QLineEdit(parent)) {
    line_->setPlaceholderText(tr("Expert, token or guild"));
    line_->setToolTip(
        tr("Select an expert by index, all experts of a token, a guild by number (guild 3) or all "
           "guilds of a kind (NOUN)"));
    line_->setAccessibleName(line_->placeholderText());
    line_->setClearButtonEnabled(true);
    auto* completer = new QCompleter(new QStringListModel(line_), line_);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    line_->setCompleter(completer);
    row.addWidget(line_);
    addNearest(row);
    connect(line_, &QLineEdit::textEdited, this, &GalaxySearch::asked);
    connect(completer, qOverload<const QString&>(&QCompleter::activated), this,
            &GalaxySearch::asked);
}

void GalaxySearch::addNearest(FlowRow& row) {
    QToolButton* nearest =
        addButton(row, tr("Nearest"), tr("Add the nearest keys to the selection"));
    nearest->setObjectName(QStringLiteral("nearestKeys"));
    nearest->setPopupMode(QToolButton::MenuButtonPopup);
    auto* menu = new QMenu(nearest);
    auto* metrics = new QActionGroup(menu);
    const auto add = [&](const QString& text, DistanceMetric metric) {
        QAction* action = metrics->addAction(menu->addAction(text));
        action->setCheckable(true);
        action->setChecked(metric == metric_);
        connect(action, &QAction::triggered, this, [this, metric] {
            metric_ = metric;
            Q_EMIT nearestAsked();
        });
    };
    add(tr("By &cosine similarity"), DistanceMetric::cosine);
    add(tr("By &Euclidean distance"), DistanceMetric::euclidean);
    nearest->setMenu(menu);
    connect(nearest, &QToolButton::clicked, this, &GalaxySearch::nearestAsked);
}

void GalaxySearch::setCompletions(const QStringList& texts) {
    static_cast<QStringListModel*>(line_->completer()->model())->setStringList(texts);
}

std::vector<int> GalaxySearch::find(const QString& text, const Keys& keys, const RunData& run,
                                    const RunTables* analysis) {
    const QString wanted = text.trimmed();
    bool number = false;
    const int expert = wanted.toInt(&number);
    const int guild = guildNumber(wanted, tr("guild"));
    std::vector<int> found;
    if (number && expert >= 0 && expert < keys.experts)
        found.push_back(expert);
    else if (guild >= 0)
        found = expertsOfGuild(analysis, keys.layer, guild);
    else if (!number && !wanted.isEmpty())
        found = expertsOfKind(analysis, keys.layer, keys.experts, wanted);
    if (found.empty() && !number && guild < 0 && !wanted.isEmpty())
        found = expertsOfToken(run, analysis, keys.layer, keys.experts, wanted);
    clearHint();
    if (found.empty() && !wanted.isEmpty()) hint_ = tr("No match for “%1”").arg(wanted);
    return found;
}

std::vector<int> GalaxySearch::withNearest(std::vector<int> experts, const Keys* keys) {
    clearHint();
    if (keys == nullptr || experts.empty()) {
        hint_ = tr("Select a key first; its nearest keys are added.");
        return {};
    }
    const bool cosine = metric_ == DistanceMetric::cosine;
    const int first = experts.front();
    QStringList found;
    for (const KeyPair& pair :
         nearestKeysOf(keys->keys, keys->dimensions, first, kNeighbors, metric_)) {
        experts.push_back(pair.other);
        found << QStringLiteral("%1 (%2)")
                     .arg(pair.other)
                     .arg(decimalText(cosine ? pair.cosine : pair.distance, 'g', 3));
    }
    nearest_ = (cosine ? tr("Nearest to key %1 by cosine similarity: %2")
                       : tr("Nearest to key %1 by Euclidean distance: %2"))
                   .arg(QString::number(first), found.join(QStringLiteral(", ")));
    return experts;
}

}  // namespace orrery
