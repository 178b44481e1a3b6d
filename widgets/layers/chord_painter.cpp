// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layers/chord_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "widgets/palette/color_map.h"
#include "widgets/run/run_tables.h"

namespace orrery {

namespace {

struct ChordWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::Chords)
};

constexpr double kGap = 0.15;  // of the circle, between arcs

double valueOf(const Table& table, const std::vector<Cell>& row, const char* column) {
    const auto at = std::ranges::find(table.columns, column) - table.columns.begin();
    if (at == std::ssize(table.columns)) return std::nan("");
    const Cell& cell = row[static_cast<std::size_t>(at)];
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&cell);
    return real ? *real : std::nan("");
}

/// Where the arcs stand: [from, to] in radians from the top, clockwise.
struct Circle {
    QPointF center;
    double radius = 1;
    std::vector<std::pair<double, double>> arcs;
    QPointF at(double angle, double share = 1) const {
        return center + radius * share * QPointF(std::sin(angle), -std::cos(angle));
    }
    double middle(int place) const {
        const auto& arc = arcs[static_cast<std::size_t>(place)];
        return (arc.first + arc.second) / 2;
    }
};

Circle circleOf(const ChordPicture& picture, const QRectF& area) {
    Circle circle;
    circle.center = area.center();
    circle.radius = std::min(area.width(), area.height()) / 2;
    const auto count = static_cast<double>(picture.shares.size());
    double sum = 0, angle = 0;
    for (const double share : picture.shares)
        sum += share;
    for (const double share : picture.shares) {
        const double width = 2 * std::numbers::pi * (1 - kGap) * share / sum;
        circle.arcs.emplace_back(angle, angle + width);
        angle += width + 2 * std::numbers::pi * kGap / count;
    }
    return circle;
}

void paintArcs(QPainter& painter, const Circle& circle, const ChordPicture& picture,
               const std::vector<int>& marked, const ChartTheme& theme) {
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double line = metrics.height();
    double free_from = -1;
    for (std::size_t i = 0; i < picture.experts.size(); ++i) {
        const auto [from, to] = circle.arcs[i];
        QPolygonF points;
        const int steps = std::max(2, static_cast<int>((to - from) * 40));
        for (int s = 0; s <= steps; ++s)
            points << circle.at(from + (to - from) * s / steps);
        const int expert = picture.experts[i];
        const bool gray = !marked.empty() && std::ranges::find(marked, expert) == marked.end();
        painter.setPen(
            QPen(gray ? theme.axis : expertColor(expert, theme.dark).darker(theme.dark ? 90 : 130),
                 6, Qt::SolidLine, Qt::FlatCap));
        painter.drawPolyline(points);
        // Numbers that would lie upon each other are left out.
        const double middle = (from + to) / 2;
        if ((middle - free_from) * circle.radius < line && i > 0) continue;
        free_from = middle;
        const QPointF place = circle.at(middle, 1 + 1.1 * line / circle.radius);
        painter.setPen(gray ? theme.faint_text : theme.text);
        painter.drawText(QRectF(place.x() - 40, place.y() - line / 2, 80, line), Qt::AlignCenter,
                         QString::number(expert));
    }
}

void paintBands(QPainter& painter, const Circle& circle, const ChordPicture& picture,
                const std::vector<int>& marked, const ChartTheme& theme) {
    const double most = picture.pairs.empty() ? 1 : picture.pairs.front().tokens;
    painter.setBrush(Qt::NoBrush);
    for (auto pair = picture.pairs.rbegin(); pair != picture.pairs.rend(); ++pair) {
        const int first = picture.experts[static_cast<std::size_t>(pair->first)];
        const int second = picture.experts[static_cast<std::size_t>(pair->second)];
        const bool meant = marked.empty() || std::ranges::find(marked, first) != marked.end() ||
                           std::ranges::find(marked, second) != marked.end();
        QPainterPath path(circle.at(circle.middle(pair->first), 0.97));
        path.quadTo(circle.center, circle.at(circle.middle(pair->second), 0.97));
        QColor color =
            meant ? mixColors(expertColor(first, theme.dark), expertColor(second, theme.dark), 0.5)
                        .darker(theme.dark ? 95 : 125)
                  : theme.grid;
        color.setAlphaF(meant ? 0.75F : 0.5F);
        painter.setPen(QPen(color, 0.6 + 7 * pair->tokens / most, Qt::SolidLine, Qt::FlatCap));
        painter.drawPath(path);
    }
}

}  // namespace

ChordPicture chordsOf(const RunTables& tables, int layer, std::size_t most_pairs) {
    ChordPicture picture;
    picture.layer = layer;
    const Table* pairs = tables.find("coactivation");
    const Table* experts = tables.find("experts");
    if (!pairs || !experts) return picture;
    std::vector<int> places;  // by expert; -1 = never chosen
    for (const auto& row : experts->rows) {
        if (static_cast<int>(valueOf(*experts, row, "layer")) != layer) continue;
        const auto expert = static_cast<std::size_t>(valueOf(*experts, row, "expert"));
        if (places.size() <= expert) places.resize(expert + 1, -1);
        const double share = valueOf(*experts, row, "share");
        if (!(share > 0)) continue;
        places[expert] = static_cast<int>(picture.experts.size());
        picture.experts.push_back(static_cast<int>(expert));
        picture.shares.push_back(share);
    }
    const auto placeOf = [&](double expert) {
        const auto e = static_cast<std::size_t>(expert);
        return e < places.size() ? places[e] : -1;
    };
    for (const auto& row : pairs->rows) {
        if (static_cast<int>(valueOf(*pairs, row, "layer")) != layer) continue;
        const int first = placeOf(valueOf(*pairs, row, "expert"));
        const int second = placeOf(valueOf(*pairs, row, "other"));
        if (first >= 0 && second > first)
            picture.pairs.push_back({first, second, valueOf(*pairs, row, "tokens")});
    }
    picture.all_pairs = picture.pairs.size();
    std::ranges::stable_sort(picture.pairs, std::greater{}, &ChordPicture::Pair::tokens);
    if (picture.pairs.size() > most_pairs) picture.pairs.resize(most_pairs);
    return picture;
}

QString chordsCsv(const ChordPicture& picture) {
    QString text = QStringLiteral("layer,expert,other,tokens\n");
    for (const ChordPicture::Pair& pair : picture.pairs)
        text += QStringLiteral("%1,%2,%3,%4\n")
                    .arg(picture.layer)
                    .arg(picture.experts[static_cast<std::size_t>(pair.first)])
                    .arg(picture.experts[static_cast<std::size_t>(pair.second)])
                    .arg(pair.tokens, 0, 'f', 0);
    return text;
}

QString chordsPythonCsv(const ChordPicture& picture) {
    QString text = QStringLiteral("kind,expert,other,value\n");
    for (std::size_t i = 0; i < picture.experts.size(); ++i)
        text += QStringLiteral("share,%1,,%2\n")
                    .arg(picture.experts[i])
                    .arg(picture.shares[i], 0, 'g', 9);
    for (const ChordPicture::Pair& pair : picture.pairs)
        text += QStringLiteral("pair,%1,%2,%3\n")
                    .arg(picture.experts[static_cast<std::size_t>(pair.first)])
                    .arg(picture.experts[static_cast<std::size_t>(pair.second)])
                    .arg(pair.tokens, 0, 'f', 0);
    return text;
}

QString chordsTitle(const ChordPicture& picture) {
    return ChordWords::tr(
               "Layer %1: arc length is an expert's share of the selections; bands are experts "
               "selected for the same tokens, the %2 most frequent of %3 pairs")
        .arg(picture.layer)
        .arg(picture.pairs.size())
        .arg(picture.all_pairs);
}

void paintChords(QPainter& painter, const QSizeF& size, const ChordPicture& picture,
                 const std::vector<int>& marked, const ChartTheme& theme) {
    painter.save();
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double line = metrics.height();
    painter.setPen(theme.text);
    const QString title = chordsTitle(picture);
    QRectF head;
    painter.drawText(QRectF(10, 4, size.width() - 20, 1e4),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, title, &head);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area(QPointF(3 * line, head.bottom() + 2 * line),
                      QPointF(size.width() - 3 * line, size.height() - 2 * line));
    const Circle circle = circleOf(picture, area);
    paintBands(painter, circle, picture, marked, theme);
    paintArcs(painter, circle, picture, marked, theme);
    painter.restore();
}

}  // namespace orrery
