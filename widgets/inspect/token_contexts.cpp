// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspect/token_contexts.h"

#include <QCoreApplication>
#include <algorithm>

#include "widgets/palette/visible_text.h"

namespace orrery {

namespace {

constexpr std::size_t kAround = 7;  // tokens on each side
constexpr std::size_t kMostPlaces = 500, kMostContexts = 100;

struct ContextWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::TokenContexts)
};

const RoutedText* textOf(const RunTables* analysis) {
    return analysis ? analysis->text.get() : nullptr;
}

const std::string& pieceAt(const RoutedText& text, std::size_t place) {
    return text.pieces[static_cast<std::size_t>(text.token_ids[place])];
}

/// As a reader has it: a line end is seen, a space is one.
QString plain(const std::string& piece) {
    QString shown = visibleText(piece == "<0x0A>" ? "\n" : piece);
    return shown.replace(QChar(0x2423), u' ');
}

QString contextAt(const RoutedText& text, std::size_t place) {
    QString line;
    const std::size_t begin = place > kAround ? place - kAround : 0;
    const std::size_t end = std::min(place + kAround + 1, text.token_ids.size());
    for (std::size_t i = begin; i < end; ++i) {
        QString piece = plain(pieceAt(text, i));
        if (i == place) {
            const bool space = piece.startsWith(u' ') && piece.size() > 1;
            piece = (space ? QStringLiteral(" ") : QString()) + QChar(0x00ab) +
                    piece.mid(space ? 1 : 0) + QChar(0x00bb);
        }
        line += piece;
    }
    return line.trimmed();
}

QString bestExperts(const RoutedText& text, std::size_t place) {
    QStringList experts;
    for (const RoutedLayer& layer : text.layers)
        experts << QString::number(layer.selected[place * static_cast<std::size_t>(text.top_k)]);
    return experts.join(QStringLiteral(", "));
}

}  // namespace

FactTable occurrencesOfToken(const RunTables* analysis, const QString& token) {
    FactTable table{{},
                    {ContextWords::tr("At"), ContextWords::tr("Context"),
                     ContextWords::tr("Top-1 expert of each layer")},
                    {},
                    {},
                    -1};
    const RoutedText* text = textOf(analysis);
    std::size_t all = 0;
    for (std::size_t place = 0; text && place < text->token_ids.size(); ++place) {
        if (visibleText(pieceAt(*text, place)) != token || ++all > kMostPlaces) continue;
        table.rows.push_back(
            {QString::number(place), contextAt(*text, place), bestExperts(*text, place)});
        table.experts.emplace_back();
    }
    table.title =
        all > kMostPlaces
            ? ContextWords::tr("Occurrences: the first %1 of %2").arg(kMostPlaces).arg(all)
            : ContextWords::tr("Occurrences: %1").arg(all);
    return table;
}

FactTable contextsOfExpert(const RunTables* analysis, const ExpertId& expert) {
    FactTable table{ContextWords::tr("Highest gates"),
                    {ContextWords::tr("At"), ContextWords::tr("Context"), ContextWords::tr("Rank"),
                     ContextWords::tr("Gate")},
                    {},
                    {},
                    expert.layer};
    const RoutedText* text = textOf(analysis);
    if (!text || expert.layer < 0 || expert.layer >= static_cast<int>(text->layers.size()))
        return table;
    const RoutedLayer& layer = text->layers[static_cast<std::size_t>(expert.layer)];
    std::vector<std::size_t> found;  // of the selections
    for (std::size_t i = 0; i < layer.selected.size(); ++i)
        if (layer.selected[i] == expert.expert) found.push_back(i);
    std::ranges::stable_sort(found, std::ranges::greater{},
                             [&](std::size_t i) { return layer.gates[i]; });
    if (found.size() > kMostContexts) found.resize(kMostContexts);
    const auto k = static_cast<std::size_t>(text->top_k);
    for (const std::size_t i : found) {
        table.rows.push_back({QString::number(i / k), contextAt(*text, i / k),
                              QString::number(i % k + 1),
                              QString::number(static_cast<double>(layer.gates[i]), 'f', 3)});
        table.experts.emplace_back();
    }
    return table;
}

}  // namespace orrery
