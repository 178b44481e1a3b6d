// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/galaxy_words.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLinearGradient>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/galaxy/render/galaxy_painter.h"

namespace orrery {
namespace {

constexpr double kMargin = 10;

struct LegendWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::GalaxyScene)
};

// Title, note and warning, each wrapped to the width; returns where the legend may begin below
// them. With `draw` false it only measures.
double paintTitle(QPainter& painter, double width, const GalaxyScene& scene, bool draw) {
    const QFont plain = painter.font();
    QFont bold = plain;
    bold.setBold(true);
    double y = kMargin - 2;
    QColor plate = scene.theme.background;  // words are read over points, too
    plate.setAlpha(190);
    const auto write = [&](const QFont& font, const QColor& color, const QString& text) {
        if (text.isEmpty()) return;
        painter.setFont(font);
        painter.setPen(color);
        const QRectF room(kMargin, y, width, 1000);
        constexpr int flags = Qt::AlignLeft | Qt::TextWordWrap;
        const QRectF used = painter.boundingRect(room, flags, text);
        y = used.bottom() + 1;
        if (!draw) return;
        painter.fillRect(used.adjusted(-3, 0, 3, 1), plate);
        painter.drawText(room, flags, text);
    };
    write(bold, scene.theme.text, scene.title);
    write(plain, scene.theme.faint_text, scene.note);
    write(plain, scene.theme.warning, scene.warning);
    painter.setFont(plain);
    return y + 5;
}

// Text with a rim of the background's color: readable over points. Real text, so that figures keep
// it as such.
void paintLabel(QPainter& painter, const QRectF& plate, const GalaxyLabel& label,
                const ChartTheme& theme) {
    const double height = plate.height();
    QColor fill = theme.surface;
    fill.setAlpha(225);
    painter.setBrush(fill);
    painter.setPen(QPen(label.color, 1.4));
    painter.drawRoundedRect(plate, height / 2, height / 2);
    painter.setPen(theme.text);
    painter.drawText(plate, Qt::AlignCenter, label.text);
}

// Where a plate is tried, best first: at its place, or right, left, above and below beside it, then
// ever farther around it.
QPointF placeToTry(int turn, const QSizeF& plate, bool beside) {
    constexpr double kGap = 8;
    const double x = plate.width() / 2 + kGap, y = plate.height() / 2 + kGap;
    const QPointF next_to[] = {{x, 0}, {-x, 0}, {0, -y}, {0, y}};
    if (beside && turn < 4) return next_to[turn];
    const double angle = 2.4 * turn, reach = 0.5 * std::sqrt(turn);
    return {reach * x * std::cos(angle), 1.6 * reach * y * std::sin(angle)};
}

// From a plate that had to move to what it names.
void paintLeader(QPainter& painter, const QRectF& plate, const QPointF& place,
                 const QColor& color) {
    const QPointF way = place - plate.center();
    if (std::hypot(way.x(), way.y()) < plate.height()) return;
    painter.setPen(QPen(color, 0.8));
    painter.drawLine(plate.center(), place);
}

double gizmoLength(const QSizeF& size) {
    return std::clamp(0.075 * std::min(size.width(), size.height()), 14.0, 34.0);
}

/// Of the longest name of an axis.
double axisWidth(const GalaxyScene& scene, const QFontMetricsF& metrics) {
    double width = metrics.horizontalAdvance(QStringLiteral("PC1"));
    for (const QString& name : scene.axes)
        width = std::max(width, metrics.horizontalAdvance(name));
    return width;
}

void paintGizmo(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                const Projector& project) {
    const double length = gizmoLength(size);
    const Vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double word = axisWidth(scene, metrics);
    const QPointF origin(kMargin + length + word,
                         size.height() - kMargin - length - metrics.height());
    for (std::size_t i = 0; i < 3; ++i) {
        const QPointF way = project.direction(axes[i]);
        const double near = (project.towardsEye(axes[i]) + 1) / 2;
        const QColor color = mixColors(scene.theme.axis, scene.theme.text, near);
        painter.setPen(QPen(color, 1.6, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(origin, origin + way * length);
        const double seen = std::hypot(way.x(), way.y());
        // An axis that points at the eye has no end to write at.
        if (scene.axes[i].isEmpty() || seen < 0.25) continue;
        const double width = metrics.horizontalAdvance(scene.axes[i]) + 2;
        // Half the word beyond the tip, along the axis' own direction.
        const double beyond = std::abs(way.x()) / seen * word * 0.62 + metrics.height() * 0.5;
        const QPointF end = origin + way * length + way / seen * beyond;
        painter.setPen(color);
        painter.drawText(
            QRectF(end.x() - width / 2, end.y() - metrics.height() / 2, width, metrics.height()),
            Qt::AlignCenter, scene.axes[i]);
    }
}

double legendWidth(const GalaxyLegend& legend, const QFontMetricsF& metrics) {
    double width = metrics.horizontalAdvance(legend.title);
    for (const auto& entry : legend.entries)
        width = std::max(width, metrics.horizontalAdvance(entry.text) + 18);
    if (!legend.gradient.empty())
        width = std::max(width, metrics.horizontalAdvance(legend.low) +
                                    metrics.horizontalAdvance(legend.high) + 16);
    return std::max(width, legend.gradient.empty() ? 0.0 : 110.0);
}

// Rectangles instead of a gradient brush: some readers of SVG and PDF draw those differently.
void paintGradient(QPainter& painter, const QRectF& bar, const std::vector<QColor>& colors) {
    const double step = bar.width() / static_cast<double>(colors.size());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const double left = bar.left() + step * static_cast<double>(i);
        painter.fillRect(
            QRectF(left, bar.top(), std::min(step + 0.6, bar.right() - left), bar.height()),
            colors[i]);
    }
    painter.restore();
}

void paintLegendEntry(QPainter& painter, const QPointF& place, double line,
                      const GalaxyLegend::Entry& entry, const ChartTheme& theme) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(entry.color);
    paintShape(painter, place + QPointF(5, line / 2), 4.5, entry.color, entry.shape);
    painter.setPen(theme.text);
    painter.drawText(QRectF(place.x() + 16, place.y(), 1000, line),
                     Qt::AlignLeft | Qt::AlignVCenter, entry.text);
}

/// Empty without a legend. What does not fit below is left out at the end, and counted.
struct LegendPlace {
    QRectF frame;
    double line = 0;
    std::size_t shown = 0;  // entries
};

LegendPlace placeLegend(const QSizeF& size, double top, const GalaxyLegend& legend,
                        const QFontMetricsF& metrics) {
    if (legend.gradient.empty() && legend.entries.empty()) return {};
    LegendPlace place;
    place.line = metrics.lineSpacing() * 1.15;
    const double width = legendWidth(legend, metrics);
    const double head = place.line + (legend.gradient.empty() ? 0 : 12 + place.line) + 12;
    const double room = (size.height() - top - kMargin - head) / place.line;
    const auto most = static_cast<std::size_t>(std::max(1.0, room));
    place.shown = legend.entries.size() > most ? most - 1 : legend.entries.size();
    const auto lines = static_cast<double>(std::min(most, legend.entries.size()));
    place.frame =
        QRectF(size.width() - kMargin - width - 16, top, width + 16, head + place.line * lines);
    return place;
}

void paintLegend(QPainter& painter, const LegendPlace& where, const GalaxyScene& scene) {
    if (where.frame.isEmpty()) return;
    const GalaxyLegend& legend = scene.legend;
    const double line = where.line, width = where.frame.width() - 16;
    QColor surface = scene.theme.surface;
    surface.setAlpha(180);
    painter.setBrush(surface);
    painter.setPen(QPen(scene.theme.grid, 1));
    painter.drawRoundedRect(where.frame, 3, 3);
    QPointF place = where.frame.topLeft() + QPointF(8, 6);
    painter.setPen(scene.theme.text);
    painter.drawText(QRectF(place, QSizeF(width, line)), Qt::AlignLeft | Qt::AlignVCenter,
                     legend.title);
    place.ry() += line;
    if (!legend.gradient.empty()) {
        paintGradient(painter, QRectF(place.x(), place.y() + 2, width, 9), legend.gradient);
        painter.setPen(scene.theme.faint_text);
        const QRectF words(place.x(), place.y() + 12, width, line);
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, legend.low);
        painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, legend.high);
        place.ry() += 12 + line;
    }
    for (std::size_t i = 0; i < where.shown; ++i, place.ry() += line)
        paintLegendEntry(painter, place, line, legend.entries[i], scene.theme);
    if (where.shown == legend.entries.size()) return;
    painter.setPen(scene.theme.faint_text);
    painter.drawText(QRectF(place.x() + 16, place.y(), 1000, line),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     LegendWords::tr("and %1 more").arg(legend.entries.size() - where.shown));
}

}  // namespace

std::vector<QRectF> placeLabels(const std::vector<GalaxyLabel>& labels, const Projector& project,
                                const QFontMetricsF& metrics, const QSizeF& size,
                                std::vector<QRectF> taken) {
    constexpr int kTries = 48;
    const QRectF picture(QPointF(2, 2), size - QSizeF(4, 4));
    std::vector<QRectF> plates;
    for (const GalaxyLabel& label : labels) {
        const ScreenPoint at = project(label.position);
        const QSizeF plate(metrics.horizontalAdvance(label.text) + 10, metrics.height() + 2);
        plates.emplace_back();
        for (int turn = 0; at.scale > 0 && turn < kTries; ++turn) {
            QRectF place(QPointF(), plate);
            place.moveCenter(at.position() + placeToTry(turn, plate, label.beside));
            if (!picture.contains(place) || std::ranges::any_of(taken, [&](const QRectF& other) {
                    return other.intersects(place);
                }))
                continue;
            taken.push_back(place);
            plates.back() = place;
            break;
        }
    }
    return plates;
}

void paintGalaxyWords(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                      const Projector& project) {
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double room = size.width() - 3 * kMargin - legendWidth(scene.legend, metrics) - 16;
    // Side by side where the words keep half of the width, else one below the other.
    const bool beside = room > size.width() * 0.42;
    const double width = beside ? room : size.width() - 2 * kMargin;
    const double below = paintTitle(painter, width, scene, false);
    const LegendPlace legend = placeLegend(size, beside ? kMargin : below, scene.legend, metrics);
    const double corner = 2 * (gizmoLength(size) + axisWidth(scene, metrics));
    const QRectF gizmo(0, size.height() - corner, corner, corner);
    const std::vector<QRectF> plates = placeLabels(
        scene.labels, project, metrics, size, {QRectF(0, 0, width, below), legend.frame, gizmo});
    for (std::size_t i = 0; i < plates.size(); ++i)
        if (!plates[i].isEmpty())
            paintLeader(painter, plates[i], project(scene.labels[i].position).position(),
                        scene.labels[i].color);
    for (std::size_t i = 0; i < plates.size(); ++i)
        if (!plates[i].isEmpty()) paintLabel(painter, plates[i], scene.labels[i], scene.theme);
    paintGizmo(painter, size, scene, project);
    paintTitle(painter, width, scene, true);
    paintLegend(painter, legend, scene);
}

}  // namespace orrery
