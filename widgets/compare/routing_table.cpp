// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/routing_table.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "core/analysis/routing_measures.h"
#include "widgets/compare/compare_curves.h"
#include "widgets/compare/compare_tables.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

struct RoutingWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::RoutingTable)
};

struct MeasureTitle {
    const char* name;
    const char* title;
};
constexpr std::array<MeasureTitle, 13> kTitles = {
    {{"gini", QT_TRANSLATE_NOOP("orrery::RoutingTable", "Gini coefficient")},
     {"entropy_bits", QT_TRANSLATE_NOOP("orrery::RoutingTable", "Entropy (bits)")},
     {"entropy_share", QT_TRANSLATE_NOOP("orrery::RoutingTable", "Entropy (share of log2 E)")},
     {"saturation", QT_TRANSLATE_NOOP("orrery::RoutingTable", "Router saturation")},
     {"saturation_first",
      QT_TRANSLATE_NOOP("orrery::RoutingTable", "Router saturation (best expert)")},
     {"token_information",
      QT_TRANSLATE_NOOP("orrery::RoutingTable", "Information on token (bits)")},
     {"token_information_chance",
      QT_TRANSLATE_NOOP("orrery::RoutingTable", "Information on token by chance (bits)")},
     {"part_information",
      QT_TRANSLATE_NOOP("orrery::RoutingTable", "Information on part of speech (bits)")},
     {"part_information_chance",
      QT_TRANSLATE_NOOP("orrery::RoutingTable", "Information on part of speech by chance (bits)")},
     {"vocabulary_specialization",
      QT_TRANSLATE_NOOP("orrery::RoutingTable", "Vocabulary specialization")},
     {"coactivation", QT_TRANSLATE_NOOP("orrery::RoutingTable", "Co-activation")},
     {"guilds", QT_TRANSLATE_NOOP("orrery::RoutingTable", "Guilds")},
     {"guild_strength", QT_TRANSLATE_NOOP("orrery::RoutingTable", "Guild strength (bits)")}}};

QStandardItem* routingCell(const QString& text, bool number) {
    auto* item = new QStandardItem(text);
    item->setEditable(false);
    if (number) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

}  // namespace

QString routingMeasureTitle(const QString& name) {
    for (const MeasureTitle& known : kTitles)
        if (name == QLatin1String(known.name)) return RoutingWords::tr(known.title);
    return name;
}

QString measuredScalarTitle(const QString& scalar) {
    if (!isMeasuredScalar(scalar.toStdString())) return {};
    const QString head = scalar.section(u'/', 0, 0), name = scalar.section(u'/', 1);
    if (head == u"by_layer") return RoutingWords::tr("%1, by layer").arg(routingMeasureTitle(name));
    if (head == u"text")
        return RoutingWords::tr("%1, mean over layers").arg(routingMeasureTitle(name));
    return RoutingWords::tr("%1, layer %2")
        .arg(routingMeasureTitle(name.section(u'_', 1)), head.mid(5));
}

QStringList routingTableMeasures(const std::vector<ComparedRun>& runs) {
    std::set<std::string> known;
    for (const ComparedRun& run : runs) {
        if (!run.identity.measured || run.identity.measured->steps.empty()) continue;
        for (const auto& layer : run.identity.measured->steps.back().layers)
            for (const auto& [name, value] : layer)
                known.insert(name);
    }
    QStringList names;
    for (const RoutingMeasure& measure : routingMeasures())
        if (known.contains(std::string(measure.name)))
            names << QString::fromLatin1(measure.name.data(),
                                         static_cast<qsizetype>(measure.name.size()));
    return names;
}

std::vector<RoutingRow> routingRows(const std::vector<ComparedRun>& runs) {
    const QStringList names = routingTableMeasures(runs);
    std::vector<RoutingRow> rows;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto& measured = runs[i].identity.measured;
        if (!measured || measured->steps.empty()) continue;
        const MeasuredStep& last = measured->steps.back();
        RoutingRow mean{groupTitle(runs, {i}), runs[i].color, -1, {}};
        for (const QString& name : names)
            mean.values.push_back(meanOverLayers(last, name.toStdString()));
        rows.push_back(mean);
        for (std::size_t layer = 0; layer < last.layers.size(); ++layer) {
            RoutingRow row{mean.run, mean.color, static_cast<int>(layer), {}};
            for (const QString& name : names) {
                const auto found = last.layers[layer].find(name.toStdString());
                row.values.push_back(found == last.layers[layer].end()
                                         ? std::numeric_limits<double>::quiet_NaN()
                                         : found->second);
            }
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

void fillRoutingTable(QStandardItemModel& model, const std::vector<ComparedRun>& runs,
                      const ChartTheme& theme) {
    model.clear();
    QStringList heads{RoutingWords::tr("Run"), RoutingWords::tr("Layer")};
    for (const QString& name : routingTableMeasures(runs))
        heads << routingMeasureTitle(name);
    model.setHorizontalHeaderLabels(heads);
    for (const RoutingRow& row : routingRows(runs)) {
        QList<QStandardItem*> items{
            routingCell(row.run, false),
            routingCell(row.layer < 0 ? RoutingWords::tr("mean") : QString::number(row.layer),
                        true)};
        for (const double value : row.values)
            items << routingCell(
                std::isnan(value) ? QStringLiteral("-") : decimalText(value, 'f', 3), true);
        if (row.layer < 0) {
            items[0]->setIcon(swatch(row.color, theme));
            QFont bold;
            bold.setBold(true);
            for (QStandardItem* item : items)
                item->setFont(bold);
        }
        model.appendRow(items);
    }
}

QString routingTextNote(const std::vector<ComparedRun>& runs) {
    std::set<std::string> texts;
    const MeasuredRouting* one = nullptr;
    bool guessed = false;
    for (const ComparedRun& run : runs) {
        if (!run.identity.measured) continue;
        one = run.identity.measured.get();
        texts.insert(one->text_hash);
        guessed |= one->parts_guessed;
    }
    if (texts.empty()) return {};
    if (texts.size() > 1)
        return RoutingWords::tr("the runs were measured on different texts: press Measure");
    const QString note = RoutingWords::tr("measured on %1 (%2 bytes)")
                             .arg(QString::fromStdString(one->text))
                             .arg(one->bytes);
    return guessed ? note + RoutingWords::tr("; parts of speech by dictionary") : note;
}

QString shortTextNote(const std::vector<ComparedRun>& runs) {
    std::set<std::string> texts;
    std::int64_t bytes = 0;
    for (const ComparedRun& run : runs) {
        if (!run.identity.measured) continue;
        texts.insert(run.identity.measured->text_hash);
        bytes = run.identity.measured->bytes;
    }
    if (texts.empty()) return {};
    return texts.size() > 1 ? RoutingWords::tr("different texts: press Measure")
                            : RoutingWords::tr("same text, %1 bytes").arg(bytes);
}

}  // namespace orrery
