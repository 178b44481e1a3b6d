// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/galaxy_words.h"

#include <QFontMetricsF>
#include <QLinearGradient>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr double kMargin = 10;

// Title, note and warning, each wrapped to the width; returns where the legend may begin below
// them.
double paintTitle(QPainter& painter, double width, const GalaxyScene& scene) {
    const QFont plain = painter.font();
    QFont bold = plain;
    bold.setBold(true);
    double y = kMargin - 2;
    const auto write = [&](const QFont& font, const QColor& color, const QString& text) {
        if (text.isEmpty()) return;
        painter.setFont(font);
        painter.setPen(color);
        QRectF used;
        painter.drawText(QRectF(kMargin, y, width, 1000), Qt::AlignLeft | Qt::TextWordWrap, text,
                         &used);
        y = used.bottom() + 1;
    };
    write(bold, scene.theme.text, scene.title);
    write(plain, scene.theme.faint_text, scene.note);
    write(plain, scene.theme.warning, scene.warning);
    painter.setFont(plain);
    return y + 5;
}

// Text with a rim of the background's colour: readable over points. Real text, so that figures keep
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

// Plates that do not lie upon each other: each keeps to its place, or goes to the nearest free one
// around it.
std::vector<QRectF> placeLabels(const std::vector<GalaxyLabel>& labels, const Projector& project,
                                const QFontMetricsF& metrics) {
    std::vector<QRectF> plates;
    for (const GalaxyLabel& label : labels) {
        const ScreenPoint at = project(label.position);
        QRectF plate(0, 0, metrics.horizontalAdvance(label.text) + 10, metrics.height() + 2);
        if (at.scale <= 0) plate = {};
        const auto free = [&](const QRectF& place) {
            return std::ranges::none_of(
                plates, [&](const QRectF& other) { return other.intersects(place); });
        };
        plate.moveCenter(at.position());
        const QRectF wanted = plate;
        for (int turn = 1; !plate.isEmpty() && !free(plate) && turn < 64; ++turn) {
            const double angle = 2.4 * turn, reach = 0.35 * std::sqrt(turn);
            plate = wanted.translated(reach * wanted.width() * std::cos(angle),
                                      2 * reach * wanted.height() * std::sin(angle));
        }
        plates.push_back(plate);
    }
    return plates;
}

void paintGizmo(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                const Projector& project) {
    const double length = std::clamp(0.075 * std::min(size.width(), size.height()), 14.0, 34.0);
    const Vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double word = metrics.horizontalAdvance(QStringLiteral("PC1"));
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
    const QPointF center = place + QPointF(5, line / 2);
    if (entry.cross) {
        painter.setPen(QPen(entry.color, 1.6, Qt::SolidLine, Qt::RoundCap));
        for (const double side : {-3.5, 3.5})
            painter.drawLine(center + QPointF(-3.5, side), center + QPointF(3.5, -side));
    } else {
        painter.setPen(Qt::NoPen);
        painter.setBrush(entry.color);
        painter.drawEllipse(center, 4.5, 4.5);
    }
    painter.setPen(theme.text);
    painter.drawText(QRectF(place.x() + 16, place.y(), 1000, line),
                     Qt::AlignLeft | Qt::AlignVCenter, entry.text);
}

void paintLegend(QPainter& painter, const QSizeF& size, double top, const GalaxyScene& scene) {
    const GalaxyLegend& legend = scene.legend;
    if (legend.gradient.empty() && legend.entries.empty()) return;
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double line = metrics.lineSpacing() * 1.15;
    const double width = legendWidth(legend, metrics);
    const double gradient = legend.gradient.empty() ? 0 : 12 + line;
    const double height = line + gradient + line * static_cast<double>(legend.entries.size()) + 12;
    const QRectF frame(size.width() - kMargin - width - 16, top, width + 16, height);
    QColor surface = scene.theme.surface;
    surface.setAlpha(225);
    painter.setBrush(surface);
    painter.setPen(QPen(scene.theme.grid, 1));
    painter.drawRoundedRect(frame, 3, 3);
    QPointF place = frame.topLeft() + QPointF(8, 6);
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
        place.ry() += gradient;
    }
    for (const auto& entry : legend.entries) {
        paintLegendEntry(painter, place, line, entry, scene.theme);
        place.ry() += line;
    }
}

}  // namespace

void paintGalaxyWords(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                      const Projector& project) {
    const std::vector<QRectF> plates =
        placeLabels(scene.labels, project, QFontMetricsF(painter.font(), painter.device()));
    for (std::size_t i = 0; i < plates.size(); ++i)
        if (!plates[i].isEmpty()) paintLabel(painter, plates[i], scene.labels[i], scene.theme);
    paintGizmo(painter, size, scene, project);
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double room = size.width() - 3 * kMargin - legendWidth(scene.legend, metrics) - 16;
    // Side by side where the words keep half of the width, else one below the other.
    const bool beside = room > size.width() * 0.42;
    const double below = paintTitle(painter, beside ? room : size.width() - 2 * kMargin, scene);
    paintLegend(painter, size, beside ? kMargin : below, scene);
}

}  // namespace orrery
