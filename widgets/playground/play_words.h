// SPDX-License-Identifier: GPL-3.0-or-later
// What the playground says and which colors it gives: on the screen, in figures and in files.
#pragma once
#include <QColor>
#include <QString>
#include <span>

#include "widgets/palette/chart_theme.h"
#include "widgets/playground/play_tree.h"

namespace orrery {

/// Experts of a layer that made the prediction of a token, best first; empty where nothing is
/// known.
struct TokenRoute {
    std::span<const std::int32_t> experts;
    std::span<const float> gates;
};
TokenRoute routeOf(const TokenReading& reading, int layer);
int layersOf(const TokenReading& reading);

/// The ground of a token; invalid = none. `layer` is of Tint::expert.
QColor tintOf(const TokenReading& reading, Tint tint, int layer, const ChartTheme& theme);

/// A row of swatches from left to right, with what they stand for; empty for experts and none.
struct LegendEntry {
    QColor color;
    QString text;
};
QList<LegendEntry> legendOf(Tint tint, const ChartTheme& theme);

/// Surprise, rank, the likeliest alternatives and the route, in lines. Plain text.
QString describeToken(const TokenReading& reading);
/// One line: which model, how many tokens, and the losses. Plain text.
QString describeText(const PlayText& text);
/// "step 900, knock-out 1:3".
QString describeSource(const PlaySource& source, std::int64_t step);
/// The beginning of a text, for a list.
QString shortText(const PlayText& text);

/// Of one or two texts side by side: text,token,piece,id,prompt,surprise,rank,experts,gates, a row
/// a token.
QString tokensAsCsv(const std::vector<const PlayText*>& texts);

}  // namespace orrery
