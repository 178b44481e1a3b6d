// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layers/layer_roles.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "widgets/palette/color_map.h"
#include "widgets/plots/plot_style.h"
#include "widgets/run/run_tables.h"

namespace orrery {

namespace {

struct RoleWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::LayerRoles)
};

constexpr double kGeneralBits = 1;
constexpr int kMeasures = 4;

double numberIn(const Table& table, const std::vector<Cell>& row, const char* column) {
    const auto at = std::ranges::find(table.columns, column) - table.columns.begin();
    if (at == std::ssize(table.columns)) return std::nan("");
    const Cell& cell = row[static_cast<std::size_t>(at)];
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&cell);
    return real ? *real : std::nan("");
}

std::string textIn(const Table& table, const std::vector<Cell>& row, const char* column) {
    const auto at = std::ranges::find(table.columns, column) - table.columns.begin();
    if (at == std::ssize(table.columns)) return {};
    const auto* text = std::get_if<std::string>(&row[static_cast<std::size_t>(at)]);
    return text ? *text : std::string();
}

/// "3 17 40", by whatever stands between the numbers.
std::set<int> expertsIn(const std::string& text) {
    std::set<int> experts;
    std::string digits;
    for (const char c : text + " ") {
        if (c >= '0' && c <= '9') {
            digits += c;
        } else if (!digits.empty()) {
            experts.insert(std::stoi(digits));
            digits.clear();
        }
    }
    return experts;
}

std::map<int, std::set<int>> guildMembers(const RunTables& tables) {
    std::map<int, std::set<int>> members;
    const Table* guilds = tables.find("guilds");
    if (!guilds) return members;
    for (const auto& row : guilds->rows)
        members[static_cast<int>(numberIn(*guilds, row, "layer"))].merge(
            expertsIn(textIn(*guilds, row, "experts")));
    return members;
}

double excess(const Table& table, const std::vector<Cell>& row, const std::string& name) {
    const double bits = numberIn(table, row, (name + "_information_bits").c_str());
    const double chance = numberIn(table, row, (name + "_information_chance").c_str());
    const double whole = numberIn(table, row, "entropy_bits");
    if (!std::isfinite(bits)) return bits;
    return std::max(0.0, bits - (std::isfinite(chance) ? chance : 0)) / whole;
}

std::array<double, kMeasures> measures(const LayerRole& role) {
    return {role.token, role.part, role.guild, role.general};
}

QString measureName(int index) {
    const QString names[] = {RoleWords::tr("Lexical: explained by token identity"),
                             RoleWords::tr("Syntactic: explained by part of speech"),
                             RoleWords::tr("Guild: selections of experts in guilds"),
                             RoleWords::tr("General: selections of unspecialized experts")};
    return names[index];
}

QString percentText(double share) {
    return std::isfinite(share) ? QString::number(100 * share, 'f', 0) + QStringLiteral(" %")
                                : QStringLiteral("–");
}

/// The names of the measures beside their colors; returns how high it is.
double paintRoleLegend(QPainter& painter, double width, const ChartTheme& theme) {
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double line = metrics.height();
    double y = 8;
    for (int i = 0; i < kMeasures; ++i) {
        const QRectF swatch(10, y + line * 0.2, line * 0.9, line * 0.6);
        painter.fillRect(swatch, seriesColor(i, theme.dark));
        painter.setPen(theme.text);
        const double left = swatch.right() + 6;
        const QRectF room(left, y, width - left - 6, 1e4);
        const QRectF used = metrics.boundingRect(room, Qt::TextWordWrap, measureName(i));
        painter.drawText(QRectF(room.topLeft(), QSizeF(room.width(), used.height())),
                         Qt::TextWordWrap, measureName(i));
        y += std::max(line, used.height());
    }
    return y;
}

void paintGroup(QPainter& painter, const QRectF& area, double left, double width,
                const LayerRole& role, const ChartTheme& theme) {
    const double bar = width * 0.8 / kMeasures;
    for (int i = 0; i < kMeasures; ++i) {
        const double share = measures(role)[static_cast<std::size_t>(i)];
        if (!std::isfinite(share)) continue;
        const double height = area.height() * std::clamp(share, 0.0, 1.0);
        const QRectF place(left + width * 0.1 + i * bar, area.bottom() - height, bar * 0.92,
                           height);
        painter.fillRect(place, seriesColor(i, theme.dark));
    }
}

}  // namespace

std::vector<LayerRole> layerRoles(const RunTables& tables) {
    const Table* layers = tables.find("layers");
    const Table* experts = tables.find("experts");
    std::vector<LayerRole> roles;
    if (!layers || !experts) return roles;
    const auto members = guildMembers(tables);
    for (const auto& row : layers->rows) {
        LayerRole role;
        role.layer = static_cast<int>(numberIn(*layers, row, "layer"));
        role.token = excess(*layers, row, "token");
        role.part = excess(*layers, row, "part");
        const auto guild = members.find(role.layer);
        for (const auto& expert : experts->rows) {
            if (static_cast<int>(numberIn(*experts, expert, "layer")) != role.layer) continue;
            const double share = numberIn(*experts, expert, "share");
            if (!std::isfinite(share)) continue;
            const int id = static_cast<int>(numberIn(*experts, expert, "expert"));
            if (guild != members.end() && guild->second.count(id)) role.guild += share;
            if (numberIn(*experts, expert, "token_specialization_bits") < kGeneralBits)
                role.general += share;
        }
        roles.push_back(role);
    }
    return roles;
}

QString layerRolesCsv(const std::vector<LayerRole>& roles) {
    QString text = QStringLiteral("layer,token,part,guild,general\n");
    for (const LayerRole& role : roles) {
        text += QString::number(role.layer);
        for (const double share : measures(role))
            text += u',' + (std::isfinite(share) ? QString::number(share, 'g', 6) : QString());
        text += u'\n';
    }
    return text;
}

QJsonArray roleMeasures() {
    constexpr const char* columns[] = {"token", "part", "guild", "general"};
    QJsonArray pairs;
    for (int i = 0; i < kMeasures; ++i)
        pairs << QJsonArray{QLatin1String(columns[i]), measureName(i)};
    return pairs;
}

QString describeRoles(const std::vector<LayerRole>& roles) {
    if (roles.empty()) return {};
    const std::size_t count = roles.size();
    const QString names[] = {RoleWords::tr("early"), RoleWords::tr("middle"),
                             RoleWords::tr("late")};
    const std::size_t ends[] = {0, count / 3, count - count / 3, count};
    QStringList parts;
    for (std::size_t third = 0; third < 3; ++third) {
        const std::size_t begin = ends[third], end = ends[third + 1];
        if (begin == end) continue;
        std::array<double, kMeasures> mean{};
        for (std::size_t i = begin; i < end; ++i)
            for (std::size_t m = 0; m < kMeasures; ++m)
                mean[m] += measures(roles[i])[m] / static_cast<double>(end - begin);
        parts << RoleWords::tr("%1 layers: lexical %2, syntactic %3, guild %4, general %5")
                     .arg(names[third], percentText(mean[0]), percentText(mean[1]),
                          percentText(mean[2]), percentText(mean[3]));
    }
    return parts.join(QStringLiteral("; "));
}

void paintLayerRoles(QPainter& painter, const QSizeF& size, const std::vector<LayerRole>& roles,
                     const QString& note, const ChartTheme& theme) {
    painter.save();
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    const QFont font = painter.font();
    const QFontMetricsF metrics(font, painter.device());
    const double line = metrics.height();
    const double top = paintRoleLegend(painter, size.width(), theme) + line;
    const double note_height =
        metrics.boundingRect(QRectF(0, 0, size.width() - 20, 1e4), Qt::TextWordWrap, note).height();
    const double left = metrics.horizontalAdvance(QStringLiteral("100 %")) + 16 + line;
    const QRectF area(QPointF(left, top),
                      QPointF(size.width() - 10, size.height() - note_height - 2.4 * line - 8));
    for (int i = 0; i <= 4; ++i) {
        const double y = area.bottom() - area.height() * i / 4;
        painter.setPen(QPen(i ? theme.grid : theme.axis, 1));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(theme.text);
        painter.drawText(QRectF(0, y - line / 2, left - 6, line), Qt::AlignRight | Qt::AlignVCenter,
                         percentText(i / 4.0));
    }
    const double width = area.width() / static_cast<double>(roles.size());
    for (std::size_t i = 0; i < roles.size(); ++i) {
        const double at = area.left() + width * static_cast<double>(i);
        paintGroup(painter, area, at, width, roles[i], theme);
        painter.setPen(theme.text);
        painter.drawText(QRectF(at, area.bottom() + 3, width, line), Qt::AlignCenter,
                         QString::number(roles[i].layer));
    }
    painter.setPen(theme.faint_text);
    painter.drawText(QRectF(area.left(), area.bottom() + 3 + line, area.width(), line),
                     Qt::AlignCenter, RoleWords::tr("Layer"));
    painter.save();
    painter.translate(4 + line / 2, area.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-200, -line / 2, 400, line), Qt::AlignCenter, RoleWords::tr("Share"));
    painter.restore();
    painter.drawText(
        QRectF(10, size.height() - note_height - 4, size.width() - 20, note_height + 2),
        Qt::TextWordWrap, note);
    painter.restore();
}

}  // namespace orrery
