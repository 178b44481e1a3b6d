// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_picture.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "widgets/csv_field.h"
#include "widgets/palette/color_map.h"
#include "widgets/run/run_data.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

constexpr std::size_t kReports = 5;  // of which the mean is shown: one alone says little
constexpr double kStandsOut = 0.1;   // of the time: less is chance
constexpr double kMargin = 10;
constexpr int kWorks = 0, kWaits = 1;  // colors

struct RanksWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::RanksView)
};

/// Of the newest reports; not a number when there is none.
double newestMean(const RunData& data, const std::string& name) {
    const std::vector<double>& values = data.series(name).values;
    const std::size_t count = std::min(kReports, values.size());
    if (count == 0) return std::numeric_limits<double>::quiet_NaN();
    double sum = 0;
    for (std::size_t i = values.size() - count; i < values.size(); ++i)
        sum += values[i];
    return sum / static_cast<double>(count);
}

void markStraggler(RanksPicture& picture) {
    const auto count = static_cast<int>(picture.ranks.size());
    if (count < 2) return;
    const auto waits_less = [](const RankTime& a, const RankTime& b) {
        return a.waiting < b.waiting;
    };
    const auto least = std::ranges::min_element(picture.ranks, waits_less);
    double others = 0;
    for (const RankTime& rank : picture.ranks)
        others += rank.waiting;
    others = (others - least->waiting) / (count - 1);
    picture.excess = others - least->waiting;
    if (picture.excess > kStandsOut)
        picture.straggler = static_cast<int>(least - picture.ranks.begin());
}

QString shareText(double share) {
    return decimalText(100 * share, 'f', 0) + QStringLiteral(" %");
}

QString siteText(const RankSite& site) {
    return RanksWords::tr("%1, %2, %n threads", nullptr, site.threads)
        .arg(QString::fromStdString(site.host), QString::fromStdString(site.device));
}

/// What the colors mean; returns where it ends.
double paintLegend(QPainter& painter, double top, double width, const ChartTheme& theme) {
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double line = metrics.height();
    double y = top;
    double x = kMargin;
    const QString texts[] = {RanksWords::tr("computing"),
                             RanksWords::tr("waiting and communicating")};
    for (const int color : {kWorks, kWaits}) {
        const double needed = line + 6 + metrics.horizontalAdvance(texts[color]) + 16;
        if (x > kMargin && x + needed > width - kMargin) {
            x = kMargin;
            y += line * 1.2;
        }
        painter.fillRect(QRectF(x, y + line * 0.2, line * 0.9, line * 0.6),
                         seriesColor(color, theme.dark));
        painter.setPen(theme.text);
        painter.drawText(QPointF(x + line + 6, y + metrics.ascent()), texts[color]);
        x += needed;
    }
    return y + line * 1.2;
}

/// The bar of a rank, and its share of waiting behind it.
void paintBar(QPainter& painter, const QRectF& place, const RankTime& rank, bool straggler,
              const ChartTheme& theme) {
    const double waits = std::clamp(rank.waiting, 0.0, 1.0);
    const double works = place.width() * (1 - waits);
    painter.fillRect(QRectF(place.topLeft(), QSizeF(works, place.height())),
                     seriesColor(kWorks, theme.dark));
    painter.fillRect(
        QRectF(place.left() + works, place.top(), place.width() - works, place.height()),
        seriesColor(kWaits, theme.dark));
    if (!straggler) return;
    painter.setPen(QPen(theme.warning, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(place.adjusted(-2, -2, 2, 2));
}

}  // namespace

int RanksPicture::hosts() const {
    std::set<std::string> names;
    for (const RankTime& rank : ranks)
        names.insert(rank.site.host);
    return static_cast<int>(names.size());
}

RanksPicture ranksPicture(const RunData& data, const std::vector<RankSite>& sites) {
    RanksPicture picture;
    for (std::size_t rank = 0; rank < sites.size(); ++rank) {
        const double waiting = newestMean(data, "rank" + std::to_string(rank) + "/waiting");
        if (!std::isfinite(waiting)) return {};
        picture.ranks.push_back({sites[rank], waiting});
    }
    picture.tokens_per_second = newestMean(data, "train/tokens_per_second");
    picture.communication = newestMean(data, "ranks/communication");
    picture.bytes = newestMean(data, "ranks/bytes");
    markStraggler(picture);
    return picture;
}

QString describeRanks(const RanksPicture& picture) {
    const QString ranks =
        RanksWords::tr("%n ranks", nullptr, static_cast<int>(picture.ranks.size()));
    const QString hosts = RanksWords::tr("%n hosts", nullptr, picture.hosts());
    QString text = RanksWords::tr(
                       "%1 on %2: %3 tokens/s in all. Each gives %4 a step; communication takes "
                       "%5 of the time.")
                       .arg(ranks, hosts, countText(picture.tokens_per_second),
                            QLocale().formattedDataSize(static_cast<qint64>(picture.bytes), 1,
                                                        QLocale::DataSizeSIFormat),
                            shareText(picture.communication));
    if (picture.straggler >= 0)
        text +=
            QLatin1Char('\n') +
            RanksWords::tr(
                "Straggler: rank %1 on %2. The other ranks wait %3 of the time more than it does.")
                .arg(picture.straggler)
                .arg(QString::fromStdString(
                         picture.ranks[static_cast<std::size_t>(picture.straggler)].site.host),
                     shareText(picture.excess));
    return text;
}

QString ranksCsv(const RanksPicture& picture) {
    QString text = QStringLiteral("rank,host,device,threads,waiting,straggler\n");
    for (std::size_t i = 0; i < picture.ranks.size(); ++i) {
        const RankTime& rank = picture.ranks[i];
        text += QStringLiteral("%1,%2,%3,%4,%5,%6\n")
                    .arg(i)
                    .arg(csvField(QString::fromStdString(rank.site.host)),
                         csvField(QString::fromStdString(rank.site.device)))
                    .arg(rank.site.threads)
                    .arg(QString::number(rank.waiting, 'g', 6))
                    .arg(static_cast<int>(i) == picture.straggler ? 1 : 0);
    }
    return text;
}

void paintRanks(QPainter& painter, const QSizeF& size, const RanksPicture& picture,
                const ChartTheme& theme) {
    painter.save();
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double line = metrics.height();
    const QString note = describeRanks(picture);
    const QRectF room(kMargin, 8, size.width() - 2 * kMargin, 1e4);
    const double high = metrics.boundingRect(room, Qt::TextWordWrap, note).height();
    painter.setPen(theme.text);
    painter.drawText(QRectF(room.topLeft(), QSizeF(room.width(), high + 2)), Qt::TextWordWrap,
                     note);
    const double top = paintLegend(painter, 8 + high + line * 0.5, size.width(), theme);
    const auto count = static_cast<double>(picture.ranks.size());
    // A line of words over each bar, as long as there is room for them.
    const double each = std::min((size.height() - top - 8) / count, 3.2 * line);
    const bool words = each >= 2 * line;
    const double percent = metrics.horizontalAdvance(QStringLiteral("100 %")) + 8;
    for (std::size_t i = 0; i < picture.ranks.size(); ++i) {
        const RankTime& rank = picture.ranks[i];
        const bool straggler = static_cast<int>(i) == picture.straggler;
        double y = top + each * static_cast<double>(i);
        if (words) {
            const QString name =
                RanksWords::tr("Rank %1").arg(i) + QStringLiteral(": ") + siteText(rank.site);
            painter.setPen(straggler ? theme.warning : theme.text);
            const QString fits =
                metrics.elidedText(name, Qt::ElideMiddle, size.width() - 2 * kMargin);
            painter.drawText(QPointF(kMargin, y + metrics.ascent()), fits);
            y += line * 1.1;
        }
        const double bar_high = std::max(1.0, words ? each - 1.8 * line : each * 0.8);
        const QRectF bar(kMargin, y, size.width() - 2 * kMargin - percent, bar_high);
        paintBar(painter, bar, rank, straggler, theme);
        if (!words) continue;
        painter.setPen(theme.text);
        painter.drawText(QRectF(bar.right() + 4, bar.center().y() - line / 2, percent, line),
                         Qt::AlignRight | Qt::AlignVCenter, shareText(rank.waiting));
    }
    painter.restore();
}

}  // namespace orrery
