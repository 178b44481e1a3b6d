// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layers/usage_film.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "widgets/layers/cell_axes.h"
#include "widgets/palette/color_map.h"
#include "widgets/plots/heat_map.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

struct FilmWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::UsageFilm)
};

constexpr std::size_t kMostRows = 128;  // more are a few units high each

struct FilmRange {
    double low = 1, high = 0;
    double shareOf(double value) const { return std::log(value / low) / std::log(high / low); }
};

FilmRange rangeOfFilm(const UsageFilm& film) {
    FilmRange range;
    for (const auto& column : film.columns)
        for (const double share : column) {
            if (share > 0) range.low = std::min(range.low, share);
            range.high = std::max(range.high, share);
        }
    range.low = std::max(range.low, range.high * 1e-4);
    if (!(range.high > range.low * 1.5)) range.low = range.high / 1.5;
    return range;
}

void paintFilmCells(QPainter& painter, const QRectF& area, const UsageFilm& film,
                    const ChartTheme& theme) {
    const std::size_t experts = film.order.size();
    const std::size_t group = (experts + kMostRows - 1) / kMostRows;
    const FilmRange range = rangeOfFilm(film);
    const double width = area.width() / static_cast<double>(film.columns.size());
    const double height = area.height() / static_cast<double>(experts);
    for (std::size_t c = 0; c < film.columns.size(); ++c)
        for (std::size_t first = 0; first < experts; first += group) {
            const std::size_t last = std::min(first + group, experts);
            const double share = *std::max_element(film.columns[c].begin() + std::ptrdiff_t(first),
                                                   film.columns[c].begin() + std::ptrdiff_t(last));
            const QColor color = share > 0 ? sequentialColor(range.shareOf(share), theme.dark)
                                           : HeatMap::deadColor(theme);
            // A little wider than its place: no seams where edges fall between pixels.
            painter.fillRect(QRectF(area.left() + width * static_cast<double>(c),
                                    area.top() + height * static_cast<double>(first), width + 0.5,
                                    height * static_cast<double>(last - first) + 0.5),
                             color);
        }
}

/// A line along the row of each expert while its usage state was below the threshold of decay.
void paintRareLines(QPainter& painter, const QRectF& area, const UsageFilm& film,
                    const ChartTheme& theme) {
    const double width = area.width() / static_cast<double>(film.columns.size());
    const double height = area.height() / static_cast<double>(film.order.size());
    const double thick = std::clamp(height * 0.25, 1.0, 3.0);
    for (std::size_t row = 0; row < film.rare.size(); ++row)
        for (const auto& [first, last] : film.rare[row]) {
            const double y = area.top() + height * (static_cast<double>(row) + 0.5);
            const QRectF line(area.left() + width * static_cast<double>(first), y - thick / 2,
                              width * static_cast<double>(last + 1 - first), thick);
            painter.fillRect(line.adjusted(0, -thick * 0.4, 0, thick * 0.4), theme.background);
            painter.fillRect(line, theme.text);
        }
}

/// From the column in which a stretch begins to the one that holds its last snapshot.
void addRare(UsageFilm& film, const std::vector<RareExpert>& rare) {
    if (film.steps.empty()) return;
    film.rare.resize(film.order.size());
    const auto columnOf = [&](std::int64_t step) {
        const auto place = std::ranges::lower_bound(film.steps, step);
        return std::min<std::size_t>(static_cast<std::size_t>(place - film.steps.begin()),
                                     film.steps.size() - 1);
    };
    for (const RareExpert& stretch : rare) {
        const auto row = std::ranges::find(film.order, stretch.expert);
        if (row == film.order.end()) continue;
        film.rare[static_cast<std::size_t>(row - film.order.begin())].emplace_back(
            columnOf(stretch.since), stretch.now ? film.steps.size() - 1 : columnOf(stretch.last));
    }
}

}  // namespace

bool UsageFilm::isRare(std::size_t row, std::size_t column) const {
    return row < rare.size() && std::ranges::any_of(rare[row], [column](const auto& stretch) {
               return stretch.first <= column && column <= stretch.second;
           });
}

UsageFilm usageFilm(const std::vector<Usage>& history, int layer,
                    const std::vector<RareExpert>& rare) {
    UsageFilm film;
    film.layer = layer;
    std::size_t experts = 0;
    for (const Usage& usage : history)
        experts = std::max(experts, usage.counts.size());
    std::vector<double> total(experts);
    for (const Usage& usage : history)
        for (std::size_t e = 0; e < usage.counts.size(); ++e)
            total[e] += usage.counts[e];
    film.order.resize(experts);
    std::iota(film.order.begin(), film.order.end(), 0);
    std::ranges::stable_sort(film.order, std::greater{},
                             [&](int expert) { return total[static_cast<std::size_t>(expert)]; });
    for (const Usage& usage : history) {
        const double sum = std::accumulate(usage.counts.begin(), usage.counts.end(), 0.0);
        if (sum <= 0) continue;
        std::vector<double> column;
        for (const int expert : film.order) {
            const auto e = static_cast<std::size_t>(expert);
            column.push_back(e < usage.counts.size() ? usage.counts[e] / sum : 0);
        }
        film.steps.push_back(usage.step);
        film.columns.push_back(std::move(column));
    }
    addRare(film, rare);
    return film;
}

QString usageFilmCsv(const UsageFilm& film) {
    QString text = QStringLiteral("layer,step,expert,share,below_theta\n");
    for (std::size_t c = 0; c < film.columns.size(); ++c)
        for (std::size_t i = 0; i < film.order.size(); ++i)
            text += QStringLiteral("%1,%2,%3,%4,%5\n")
                        .arg(film.layer)
                        .arg(film.steps[c])
                        .arg(film.order[i])
                        .arg(film.columns[c][i], 0, 'g', 6)
                        .arg(film.isRare(i, c) ? 1 : 0);
    return text;
}

void paintUsageFilm(QPainter& painter, const QSizeF& size, const UsageFilm& film,
                    const std::vector<int>& marked, const ChartTheme& theme) {
    painter.save();
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double line = metrics.height();
    painter.setPen(theme.text);
    const FilmRange range = rangeOfFilm(film);
    QString title =
        FilmWords::tr("Layer %1: share of the selections per interval (%); orange: never selected")
            .arg(film.layer);
    if (std::ranges::any_of(film.rare, [](const auto& row) { return !row.empty(); }))
        title += FilmWords::tr("; line: usage state below theta");
    QRectF head;
    painter.drawText(QRectF(10, 4, size.width() - 20, 1e4),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, title, &head);
    const double left = metrics.horizontalAdvance(QStringLiteral("00000")) + 14;
    const double bar = metrics.horizontalAdvance(QStringLiteral("0.0001 %")) + 26;
    const QRectF area(QPointF(left, head.bottom() + line + 6),
                      QPointF(size.width() - bar, size.height() - 2.2 * line - 8));
    const auto percent = [](double share) {
        return FilmWords::tr("%1 %").arg(decimalText(100 * share, 'g', 2));
    };
    paintCellBar(painter, QRectF(area.right() + 10, area.top(), bar - 14, area.height()),
                 percent(range.low), percent(range.high), theme);
    painter.setPen(theme.faint_text);
    painter.drawText(QRectF(4, area.top() - line - 2, area.width(), line), Qt::AlignLeft,
                     FilmWords::tr("Expert (sorted by usage)"));
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintFilmCells(painter, area, film, theme);
    paintRareLines(painter, area, film, theme);
    painter.setRenderHint(QPainter::Antialiasing, true);
    QStringList experts;
    for (const int expert : film.order)
        experts << QString::number(expert);
    paintCellAxes(painter, area, film.steps, experts, theme);
    painter.setPen(QPen(theme.accent, 2));
    for (std::size_t i = 0; i < film.order.size(); ++i) {
        if (std::ranges::find(marked, film.order[i]) == marked.end()) continue;
        const double height = area.height() / static_cast<double>(film.order.size());
        const double y = area.top() + height * static_cast<double>(i);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(area.left(), y, area.width(), std::max(height, 2.0)));
    }
    painter.restore();
}

}  // namespace orrery
