// SPDX-License-Identifier: GPL-3.0-or-later
// The texts on show as a figure and as files.
#include <QFileDialog>
#include <QFontMetricsF>
#include <QLabel>
#include <QPainter>

#include "core/files/atomic_file.h"
#include "widgets/figure/look_words.h"
#include "widgets/palette/color_map.h"
#include "widgets/palette/visible_text.h"
#include "widgets/playground/play_words.h"
#include "widgets/playground/playground_view.h"
#include "widgets/playground/token_flow.h"
#include "widgets/run/imported_words.h"
#include "widgets/run/run_context.h"
#include "widgets/run/selection.h"
#include "widgets/status/core_words.h"

namespace orrery {
namespace {

constexpr double kFigureMargin = 8;
constexpr double kLegendSide = 10;
const QStringList kTintWords{"surprise", "rank", "expert", "none"};  // by their Tint

/// Swatches with their words, from the left; returns their height.
double paintLegend(QPainter& painter, const QList<LegendEntry>& entries, const QPointF& at,
                   const ChartTheme& theme) {
    if (entries.isEmpty()) return 0;
    const QFontMetricsF metrics(painter.font());
    double x = at.x();
    for (const LegendEntry& entry : entries) {
        painter.fillRect(
            QRectF(x, at.y() + (metrics.height() - kLegendSide) / 2, kLegendSide, kLegendSide),
            entry.color);
        painter.setPen(theme.text);
        painter.drawText(QPointF(x + kLegendSide + 3, at.y() + metrics.ascent()), entry.text);
        x += kLegendSide + 9 + metrics.horizontalAdvance(entry.text);
    }
    return metrics.height() + 4;
}

/// As many of the tokens as have room, and then how many are left out.
TokenFlow fittedFlow(std::vector<FlowToken> tokens, const QFont& font, double width, double room) {
    TokenFlow flow(tokens, font, width);
    const int all = flow.size();
    int count = all;
    while (count > 0 && flow.height() > room) {
        while (--count > 0 && flow.rectangle(count - 1).bottom() > room) {
        }
        tokens.resize(static_cast<std::size_t>(count));
        std::vector<FlowToken> shown = tokens;
        FlowToken rest;
        rest.piece = QStringLiteral(" (+%1)").arg(all - count);
        shown.push_back(rest);
        flow = TokenFlow(std::move(shown), font, width);
    }
    return flow;
}

}  // namespace

std::vector<FlowToken> PlaygroundView::flowOf(const PlayText& text, const ChartTheme& theme) const {
    std::vector<FlowToken> tokens;
    const ExpertSelection chosen = run() ? selection()->chosen() : ExpertSelection{};
    for (std::size_t i = 0; i < text.tokens.size(); ++i) {
        const TokenReading& reading = text.tokens[i];
        FlowToken token{pieceText(reading.piece), tintOf(reading, tint_, layer_, theme),
                        static_cast<int>(i) < text.prompt_tokens, false};
        for (const std::int32_t expert : routeOf(reading, chosen.layer).experts)
            token.marked = token.marked || chosen.contains(chosen.layer, expert);
        tokens.push_back(std::move(token));
    }
    return tokens;
}

void PlaygroundView::paintFigure(QPainter& painter, const QSizeF& size) const {
    const ChartTheme& theme = figureTheme();
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    const auto texts = shown();
    const QFontMetricsF metrics(painter.font());
    if (texts.empty()) {
        painter.setPen(theme.faint_text);
        painter.drawText(QRectF(QPointF(0, 0), size), Qt::AlignCenter | Qt::TextWordWrap,
                         run() && !missingModel(*data()).isEmpty()
                             ? missingModel(*data())
                             : tr("There is no text: generate or score one first."));
        return;
    }
    const QList<LegendEntry> legend = legendOf(tint_, theme);
    const double foot = legend.isEmpty() ? 0 : metrics.height() + 6;
    const double width = (size.width() - kFigureMargin * static_cast<double>(texts.size() + 1)) /
                         static_cast<double>(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const double x = kFigureMargin + static_cast<double>(i) * (width + kFigureMargin);
        const QRectF head(x, kFigureMargin, width, size.height());
        const QString words = describeText(*texts[i]);
        painter.setPen(theme.text);
        QRectF used;
        painter.drawText(head, Qt::TextWordWrap, words, &used);
        painter.save();
        painter.translate(x, used.bottom() + 6);
        const double room = size.height() - used.bottom() - 6 - foot - kFigureMargin;
        fittedFlow(flowOf(*texts[i], theme), painter.font(), width, room).paint(painter, theme);
        painter.restore();
    }
    paintLegend(painter, legend, {kFigureMargin, size.height() - foot - 2}, theme);
}

QString PlaygroundView::figureFault() const {
    return current() ? current()->failure : QString();
}

QStringList PlaygroundView::figureArguments() const {
    QStringList words;
    if (current()) words << QStringLiteral("text=%1").arg(current_);
    if (tint_ != Tint::surprise)
        words << QStringLiteral("tint=") + kTintWords[static_cast<int>(tint_)];
    if (tint_ == Tint::expert) words << QStringLiteral("layer=%1").arg(layer_);
    return lookArguments(words);
}

QString PlaygroundView::setLook(const QStringList& words) {
    LookWords look(words);
    const std::int64_t last = tree_.texts().empty() ? -1 : tree_.texts().back().id;
    const std::int64_t text = look.whole(QStringLiteral("text"), last, 0, last);
    const int tint = look.choice(QStringLiteral("tint"), kTintWords, 0);
    const std::int64_t layer = look.whole(QStringLiteral("layer"), 0, 0, 10'000);
    if (!look.unknown().isEmpty()) return look.unknown();
    if (last >= 0 && tree_.find(static_cast<int>(text)) == nullptr)
        return QStringLiteral("text=%1").arg(text);
    if (last >= 0) showText(static_cast<int>(text));
    setTint(static_cast<Tint>(tint), static_cast<int>(layer));
    return {};
}

bool PlaygroundView::figurePending() const {
    for (const PlayText* text : shown())
        if (text->running()) return true;
    return false;
}

QString PlaygroundView::dataAsCsv() const {
    return tokensAsCsv(shown());
}

void PlaygroundView::exportJson() {
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save as JSON"), QStringLiteral("playground.json"), tr("JSON files (*.json)"));
    if (file.isEmpty()) return;
    try {
        writeFileAtomically(file.toStdString(), dataAsJson().toStdString());
    } catch (const std::exception& error) {
        first_note_->setText(coreText(error));
    }
}

QByteArray PlaygroundView::dataAsJson() const {
    PlayTree some;
    for (const PlayText* text : shown()) {
        PlayText& copy = some.add(text->request);
        const int id = copy.id;
        copy = *text;
        copy.id = id;
        copy.parent = copy.beside = -1;
    }
    return some.toJson();
}

}  // namespace orrery
