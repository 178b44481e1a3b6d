// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/experts/expert_columns.h"

#include <QCoreApplication>
#include <cmath>

#include "widgets/csv_field.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

struct ColumnWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::ExpertColumns)
};

struct ColumnFacts {
    const char* key;
    const char* title;
    const char* help;
    bool measure;
    ColumnOrigin origin;
    int digits;  // after the point; -1 = a count
};

constexpr ColumnOrigin kRun = ColumnOrigin::run, kAnalysis = ColumnOrigin::analysis;

constexpr ColumnFacts kFacts[] = {
    {"layer", QT_TRANSLATE_NOOP("orrery::ExpertColumns", "Layer"),
     QT_TRANSLATE_NOOP("orrery::ExpertColumns", "The layer, from 0"), false, kRun, -1},
    {"expert", QT_TRANSLATE_NOOP("orrery::ExpertColumns", "Expert"),
     QT_TRANSLATE_NOOP("orrery::ExpertColumns", "The expert's index in its layer, from 0"), false,
     kRun, -1},
    {"selections", QT_TRANSLATE_NOOP("orrery::ExpertColumns", "Selections"),
     QT_TRANSLATE_NOOP("orrery::ExpertColumns",
                       "How often training selected it, since the start of the run"),
     true, kRun, -1},
    {"share", QT_TRANSLATE_NOOP("orrery::ExpertColumns", "Share (%)"),
     QT_TRANSLATE_NOOP("orrery::ExpertColumns",
                       "Its share of the layer's selections during training, in percent"),
     true, kRun, 2},
    {"usage_state", QT_TRANSLATE_NOOP("orrery::ExpertColumns", "Usage state"),
     QT_TRANSLATE_NOOP("orrery::ExpertColumns",
                       "The usage state that the key rules read, in the newest key snapshot"),
     true, kRun, 4},
    {"key_norm", QT_TRANSLATE_NOOP("orrery::ExpertColumns", "Key norm"),
     QT_TRANSLATE_NOOP("orrery::ExpertColumns",
                       "Euclidean norm of its key, in the newest key snapshot"),
     true, kRun, 4},
    {"key_drift", QT_TRANSLATE_NOOP("orrery::ExpertColumns", "Key drift"),
     QT_TRANSLATE_NOOP(
         "orrery::ExpertColumns",
         "Euclidean distance that its key moved between the two newest key snapshots"),
     true, kRun, 5},
    {"mean_gate", QT_TRANSLATE_NOOP("orrery::ExpertColumns", "Mean gate"),
     QT_TRANSLATE_NOOP("orrery::ExpertColumns",
                       "Mean of its gates where it was selected, in the analyzed text"),
     true, kAnalysis, 4},
    {"gate_share", QT_TRANSLATE_NOOP("orrery::ExpertColumns", "Gate share (%)"),
     QT_TRANSLATE_NOOP("orrery::ExpertColumns",
                       "Its share of the layer's gate mass in the analyzed text, in percent"),
     true, kAnalysis, 2},
    {"weight_norm", QT_TRANSLATE_NOOP("orrery::ExpertColumns", "Weight norm"),
     QT_TRANSLATE_NOOP("orrery::ExpertColumns",
                       "Frobenius norm of its weights, from the analyzed checkpoint"),
     true, kAnalysis, 3},
    {"specialization", QT_TRANSLATE_NOOP("orrery::ExpertColumns", "Specialization (bits)"),
     QT_TRANSLATE_NOOP("orrery::ExpertColumns",
                       "How far the tokens that it serves differ from the text's, in bits"),
     true, kAnalysis, 3},
    {"loss_effect", QT_TRANSLATE_NOOP("orrery::ExpertColumns", "Loss effect (nats)"),
     QT_TRANSLATE_NOOP("orrery::ExpertColumns",
                       "By how much the loss grows when it alone is knocked out, in nats per token "
                       "of validation text. Found by: orrery-cli ablate RUN --sweep"),
     true, ColumnOrigin::ablation, 4},
    {"token", QT_TRANSLATE_NOOP("orrery::ExpertColumns", "Top token"),
     QT_TRANSLATE_NOOP("orrery::ExpertColumns",
                       "The token that it serves most: in the analyzed text, else in the last "
                       "evaluation"),
     false, kAnalysis, -1},
    {"part", QT_TRANSLATE_NOOP("orrery::ExpertColumns", "Part of speech"),
     QT_TRANSLATE_NOOP("orrery::ExpertColumns",
                       "The part of speech that it serves most, in the analyzed text"),
     false, kAnalysis, -1},
    {"guild", QT_TRANSLATE_NOOP("orrery::ExpertColumns", "Guild"),
     QT_TRANSLATE_NOOP("orrery::ExpertColumns",
                       "The guild that it belongs to, and the kind of its tokens"),
     false, kAnalysis, -1},
};
static_assert(std::size(kFacts) == kExpertColumns);

const ColumnFacts& factsOf(ExpertColumn column) {
    return kFacts[static_cast<std::size_t>(column)];
}

}  // namespace

QString columnKey(ExpertColumn column) {
    return QLatin1String(factsOf(column).key);
}

QString columnTitle(ExpertColumn column) {
    return ColumnWords::tr(factsOf(column).title);
}

QString columnHelp(ExpertColumn column) {
    return ColumnWords::tr(factsOf(column).help);
}

bool isMeasure(ExpertColumn column) {
    return factsOf(column).measure;
}

ColumnOrigin originOf(ExpertColumn column) {
    return factsOf(column).origin;
}

std::vector<ExpertColumn> measureColumns() {
    std::vector<ExpertColumn> columns;
    for (int i = 0; i < kExpertColumns; ++i)
        if (kFacts[i].measure) columns.push_back(static_cast<ExpertColumn>(i));
    return columns;
}

std::optional<ExpertColumn> columnOf(const QString& key) {
    for (int i = 0; i < kExpertColumns; ++i)
        if (key == QLatin1String(kFacts[i].key)) return static_cast<ExpertColumn>(i);
    return std::nullopt;
}

QString ExpertRow::text(ExpertColumn column) const {
    const QString nothing = QStringLiteral("–");
    const auto word = [&](const QString& text) { return text.isEmpty() ? nothing : text; };
    if (column == ExpertColumn::token) return word(token);
    if (column == ExpertColumn::part) return word(part);
    if (column == ExpertColumn::guild) return word(guild);
    if (!std::isfinite(number(column))) return nothing;
    const int digits = factsOf(column).digits;
    return digits < 0 ? countText(number(column)) : decimalText(number(column), 'f', digits);
}

QString ExpertRow::csv(ExpertColumn column) const {
    if (column == ExpertColumn::token) return csvField(token);
    if (column == ExpertColumn::part) return csvField(part);
    if (column == ExpertColumn::guild) return csvField(guild);
    return std::isfinite(number(column)) ? QString::number(number(column), 'g', 12) : QString();
}

}  // namespace orrery
