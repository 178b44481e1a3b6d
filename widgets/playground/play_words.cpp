// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playground/play_words.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "widgets/csv_field.h"
#include "widgets/palette/color_map.h"
#include "widgets/palette/visible_text.h"
#include "widgets/status/core_words.h"

namespace orrery {
namespace {

constexpr double kMostSurprise = 8;   // nats: from here on all is alike
constexpr double kMostDoublings = 8;  // of rank + 1

struct PlayWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::PlayWords)
};

QString decimalsOf(double value, int count) {
    return QString::number(value, 'f', count);
}

QString joinedNumbers(std::span<const std::int32_t> numbers) {
    QStringList words;
    for (const std::int32_t number : numbers)
        words << QString::number(number);
    return words.join(u' ');
}

QString percentOf(double probability) {
    return PlayWords::tr("%1 %").arg(probability * 100, 0, 'f', probability < 0.001 ? 3 : 1);
}

/// "Logit 7.1 = embedding 1.2 + biases 0.1 + attention 3.0 + experts 2.8 (1:3 +1.9, ...)"
QString describeParts(const LogitParts& parts, const TokenReading& reading) {
    double attention = 0, experts = 0;
    for (const double value : parts.attention)
        attention += value;
    QStringList each;
    for (std::size_t i = 0; i < parts.experts.size() && i < reading.experts.size(); ++i) {
        experts += parts.experts[i];
        each << QStringLiteral("%1:%2 %3%4")
                    .arg(i / static_cast<std::size_t>(std::max(1, reading.top_k)))
                    .arg(reading.experts[i])
                    .arg(parts.experts[i] > 0 ? QStringLiteral("+") : QString(),
                         decimalsOf(parts.experts[i], 2));
    }
    return PlayWords::tr("Logit %1: embedding %2, biases %3, attention %4, experts %5 (%6)")
        .arg(decimalsOf(parts.logit, 2), decimalsOf(parts.embedding, 2),
             decimalsOf(parts.biases, 2), decimalsOf(attention, 2), decimalsOf(experts, 2),
             each.join(QStringLiteral(", ")));
}

}  // namespace

int layersOf(const TokenReading& reading) {
    return reading.top_k < 1 ? 0 : static_cast<int>(std::ssize(reading.experts) / reading.top_k);
}

TokenRoute routeOf(const TokenReading& reading, int layer) {
    if (layer < 0 || layer >= layersOf(reading)) return {};
    const auto first = static_cast<std::size_t>(layer) * static_cast<std::size_t>(reading.top_k);
    return {std::span(reading.experts).subspan(first, static_cast<std::size_t>(reading.top_k)),
            std::span(reading.gates).subspan(first, static_cast<std::size_t>(reading.top_k))};
}

QColor tintOf(const TokenReading& reading, Tint tint, int layer, const ChartTheme& theme) {
    switch (tint) {
        case Tint::surprise:
            return sequentialColor(reading.surprise / kMostSurprise, theme.dark);
        case Tint::rank:
            return sequentialColor(
                std::log2(static_cast<double>(reading.rank) + 1) / kMostDoublings, theme.dark);
        case Tint::expert: {
            const TokenRoute route = routeOf(reading, layer);
            return route.experts.empty() ? QColor()
                                         : expertColor(route.experts.front(), theme.dark);
        }
        case Tint::none:
            return {};
    }
    return {};
}

QList<LegendEntry> legendOf(Tint tint, const ChartTheme& theme) {
    QList<LegendEntry> entries;
    if (tint == Tint::surprise)
        for (const int nats : {0, 2, 4, 6, 8})
            entries << LegendEntry{
                sequentialColor(nats / kMostSurprise, theme.dark),
                nats == 8 ? PlayWords::tr("8 nats or more") : QString::number(nats)};
    if (tint == Tint::rank)
        for (const int rank : {1, 4, 16, 64, 256})
            entries << LegendEntry{
                sequentialColor(std::log2(rank) / kMostDoublings, theme.dark),
                rank == 256 ? PlayWords::tr("rank 256 or more") : QString::number(rank)};
    return entries;
}

QString describeToken(const TokenReading& reading) {
    QString text = PlayWords::tr("Token %1 (id %2): surprise %3 nats, probability %4, rank %5")
                       .arg(visibleText(reading.piece))
                       .arg(reading.token)
                       .arg(decimalsOf(reading.surprise, 3), percentOf(std::exp(-reading.surprise)))
                       .arg(reading.rank + 1);
    if (!reading.alternatives.empty()) {
        QStringList others;
        for (const TokenAlternative& other : reading.alternatives)
            others << visibleText(other.piece) + u' ' + percentOf(other.probability);
        text += u'\n' + PlayWords::tr("Likeliest: %1").arg(others.join(QStringLiteral(", ")));
    }
    for (int layer = 0; layer < layersOf(reading); ++layer) {
        const TokenRoute route = routeOf(reading, layer);
        QStringList experts;
        for (std::size_t i = 0; i < route.experts.size(); ++i)
            experts << QStringLiteral("%1 (%2)")
                           .arg(route.experts[i])
                           .arg(decimalsOf(static_cast<double>(route.gates[i]), 2));
        text += u'\n' + PlayWords::tr("Predicted in layer %1 by experts %2")
                            .arg(layer)
                            .arg(experts.join(QStringLiteral(", ")));
    }
    if (reading.parts) text += u'\n' + describeParts(*reading.parts, reading);
    for (std::size_t layer = 0; layer < reading.lens.size(); ++layer)
        text += u'\n' + PlayWords::tr("After layer %1 it would be %2 (%3), this token %4")
                            .arg(layer)
                            .arg(visibleText(reading.lens[layer].piece),
                                 percentOf(reading.lens[layer].probability),
                                 percentOf(reading.lens[layer].own_probability));
    return text;
}

QString describeSource(const PlaySource& source, std::int64_t step) {
    QStringList parts;
    if (!source.folder.empty()) parts << QString::fromStdString(source.folder.filename().string());
    if (step >= 0) parts << PlayWords::tr("step %1").arg(step);
    if (!source.interventions.trimmed().isEmpty()) parts << source.interventions.simplified();
    return parts.join(QStringLiteral(", "));
}

QString describeText(const PlayText& text) {
    if (!text.failure.isEmpty()) return coreText(text.failure);
    const auto written = static_cast<int>(text.tokens.size()) - text.prompt_tokens;
    QString line = describeSource(text.request.source, text.end ? text.end->step : -1);
    if (!line.isEmpty()) line += QStringLiteral(": ");
    line += text.request.score
                ? PlayWords::tr("%n tokens scored", nullptr, static_cast<int>(text.tokens.size()))
                : PlayWords::tr("%n tokens written", nullptr, written);
    if (!text.end) return line + PlayWords::tr("...");
    if (!text.tokens.empty())
        line += PlayWords::tr(", loss per token %1").arg(decimalsOf(text.meanSurprise(), 4));
    if (text.end->words > 0)
        line += PlayWords::tr(", per word %1")
                    .arg(decimalsOf(text.end->loss / static_cast<double>(text.end->words), 4));
    if (text.end->bytes > 0)
        line +=
            PlayWords::tr(", bits per byte %1")
                .arg(decimalsOf(
                    text.end->loss / (static_cast<double>(text.end->bytes) * std::log(2.0)), 4));
    if (!text.end->note.isEmpty()) line += u'\n' + text.end->note;
    return line;
}

QString shortText(const PlayText& text) {
    QString all;
    for (const TokenReading& reading : text.tokens)
        all += pieceText(reading.piece);
    if (all.isEmpty()) all = QString::fromStdString(text.request.prompt);
    return all.simplified().left(80);
}

QString tokensAsCsv(const std::vector<const PlayText*>& texts) {
    QString csv = QStringLiteral("text,token,piece,id,prompt,surprise,rank,experts,gates\n");
    for (std::size_t number = 0; number < texts.size(); ++number)
        for (std::size_t i = 0; i < texts[number]->tokens.size(); ++i) {
            const TokenReading& reading = texts[number]->tokens[i];
            QStringList gates;
            for (const float gate : reading.gates)
                gates << QString::number(static_cast<double>(gate), 'g', 7);
            csv += QStringLiteral("%1,%2,").arg(number).arg(i) +
                   csvField(QString::fromStdString(reading.piece)) +
                   QStringLiteral(",%1,%2,%3,%4,")
                       .arg(reading.token)
                       .arg(static_cast<int>(i) < texts[number]->prompt_tokens ? 1 : 0)
                       .arg(reading.surprise, 0, 'g', 9)
                       .arg(reading.rank + 1) +
                   joinedNumbers(reading.experts) + u',' + gates.join(u' ') + u'\n';
        }
    return csv;
}

}  // namespace orrery
