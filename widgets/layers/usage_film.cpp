// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layers/usage_film.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

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

void paintFilmAxes(QPainter& painter, const QRectF& area, const UsageFilm& film,
                   const ChartTheme& theme) {
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double line = metrics.height();
    painter.setPen(theme.text);
    const double number = metrics.horizontalAdvance(QString::number(film.steps.back()));
    const auto room = static_cast<int>(area.width() / (2 * number + 4));
    const int columns = static_cast<int>(film.columns.size());
    const int ticks = std::max(2, std::min({room, 7, columns}));
    for (int i = 0; i < ticks; ++i) {
        const double share = i / (ticks - 1.0);
        const auto c = static_cast<std::size_t>(
            std::lround(share * static_cast<double>(film.columns.size() - 1)));
        const double x = area.left() + area.width() * (static_cast<double>(c) + 0.5) /
                                           static_cast<double>(film.columns.size());
        const double at = std::min(x - number / 2, area.right() + 10 - number);
        painter.drawText(QRectF(at - 2, area.bottom() + 3, number + 4, line), Qt::AlignCenter,
                         QString::number(film.steps[c]));
    }
    const std::size_t experts = film.order.size();
    const std::size_t stride = std::max<std::size_t>(
        1, static_cast<std::size_t>(
               std::ceil(line * 1.1 * static_cast<double>(experts) / area.height())));
    for (std::size_t i = 0; i < experts; i += stride) {
        const double y = area.top() + area.height() * (static_cast<double>(i) + 0.5) /
                                          static_cast<double>(experts);
        painter.drawText(QRectF(0, y - line / 2, area.left() - 8, line),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(film.order[i]));
    }
    painter.setPen(theme.faint_text);
    painter.drawText(QRectF(area.left(), area.bottom() + 3 + line, area.width(), line),
                     Qt::AlignCenter, FilmWords::tr("Step"));
}

/// The colors of the shares, logarithmic, with both ends in percent.
void paintFilmBar(QPainter& painter, const QRectF& area, const FilmRange& range,
                  const ChartTheme& theme) {
    constexpr int kSteps = 48;
    const double line = QFontMetricsF(painter.font(), painter.device()).height();
    const double height = area.height() / kSteps;
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int i = 0; i < kSteps; ++i)
        painter.fillRect(QRectF(area.left(), area.bottom() - height * (i + 1), 10, height + 0.5),
                         sequentialColor((i + 0.5) / kSteps, theme.dark));
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(theme.text);
    const auto write = [&](double y, double share) {
        painter.drawText(QRectF(area.left() + 13, y, area.width() - 13, line), Qt::AlignLeft,
                         FilmWords::tr("%1 %").arg(decimalText(100 * share, 'g', 2)));
    };
    write(area.top() - 2, range.high);
    write(area.bottom() - line + 2, range.low);
}

}  // namespace

UsageFilm usageFilm(const std::vector<Usage>& history, int layer) {
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
    return film;
}

QString usageFilmCsv(const UsageFilm& film) {
    QString text = QStringLiteral("layer,step,expert,share\n");
    for (std::size_t c = 0; c < film.columns.size(); ++c)
        for (std::size_t i = 0; i < film.order.size(); ++i)
            text += QStringLiteral("%1,%2,%3,%4\n")
                        .arg(film.layer)
                        .arg(film.steps[c])
                        .arg(film.order[i])
                        .arg(film.columns[c][i], 0, 'g', 6);
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
    const QString title =
        FilmWords::tr("Layer %1: share of the selections per interval (%); orange: never selected")
            .arg(film.layer);
    QRectF head;
    painter.drawText(QRectF(10, 4, size.width() - 20, 1e4),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, title, &head);
    const double left = metrics.horizontalAdvance(QStringLiteral("00000")) + 14;
    const double bar = metrics.horizontalAdvance(QStringLiteral("0.0001 %")) + 26;
    const QRectF area(QPointF(left, head.bottom() + line + 6),
                      QPointF(size.width() - bar, size.height() - 2.2 * line - 8));
    paintFilmBar(painter, QRectF(area.right() + 10, area.top(), bar - 14, area.height()), range,
                 theme);
    painter.setPen(theme.faint_text);
    painter.drawText(QRectF(4, area.top() - line - 2, area.width(), line), Qt::AlignLeft,
                     FilmWords::tr("Expert (sorted by usage)"));
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintFilmCells(painter, area, film, theme);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintFilmAxes(painter, area, film, theme);
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
