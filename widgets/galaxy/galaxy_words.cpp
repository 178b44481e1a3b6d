// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/galaxy_words.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLinearGradient>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/galaxy/galaxy_labels.h"
#include "widgets/galaxy/render/galaxy_painter.h"

namespace orrery {
namespace {

constexpr double kMargin = 10;
constexpr double kAxisName = 0.62;  // of its width: how far a name stands beyond its axis

struct LegendWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::GalaxyScene)
};

// Title, note and warning, each wrapped to the width; returns where the legend may begin below
// them. Without a painter it only measures.
double paintTitle(QPainter* painter, const WordsFont& font, double width,
                  const GalaxyScene& scene) {
    QFont bold = font.font;
    bold.setBold(true);
    double y = kMargin - 2;
    QColor plate = scene.theme.background;  // words are read over points, too
    plate.setAlpha(190);
    const auto write = [&](const QFont& with, const QColor& color, const QString& text) {
        if (text.isEmpty()) return;
        const QRectF room(kMargin, y, width, 1000);
        constexpr int flags = Qt::AlignLeft | Qt::TextWordWrap;
        const QRectF used = QFontMetricsF(with, font.device).boundingRect(room, flags, text);
        y = used.bottom() + 1;
        if (!painter) return;
        painter->setFont(with);
        painter->setPen(color);
        painter->fillRect(used.adjusted(-3, 0, 3, 1), plate);
        painter->drawText(room, flags, text);
    };
    write(bold, scene.theme.text, scene.title);
    write(font.font, scene.theme.faint_text, scene.note);
    write(font.font, scene.theme.warning, scene.warning);
    if (painter) painter->setFont(font.font);
    return y + 5;
}

// Text with a rim of the background's color: readable over points. Real text, so that figures keep
// it as such.
void paintLabel(QPainter& painter, const QRectF& plate, const GalaxyLabel& label,
                const ChartTheme& theme) {
    const double height = plate.height();
    QColor fill = theme.surface;
    if (label.plain) {
        painter.setPen(theme.text);
        painter.drawText(plate, Qt::AlignCenter, label.text);
        return;
    }
    fill.setAlpha(225);
    painter.setBrush(fill);
    painter.setPen(QPen(label.color, 1.4));
    painter.drawRoundedRect(plate, height / 2, height / 2);
    painter.setPen(theme.text);
    painter.drawText(plate, Qt::AlignCenter, label.text);
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

/// Of a flat picture: the two axes from a corner, their names beside their ends.
void paintFlatAxes(QPainter& painter, const QSizeF& size, const GalaxyScene& scene) {
    const double length = gizmoLength(size);
    const QFontMetricsF metrics(painter.font(), painter.device());
    const QPointF origin(kMargin + 3, size.height() - kMargin - metrics.height() / 2);
    painter.setPen(QPen(scene.theme.text, 1.6, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(origin, origin + QPointF(length, 0));
    painter.drawLine(origin, origin - QPointF(0, length));
    const auto write = [&](const QPointF& place, const QString& text) {
        painter.drawText(
            QRectF(place, QSizeF(metrics.horizontalAdvance(text) + 2, metrics.height())),
            Qt::AlignLeft | Qt::AlignVCenter, text);
    };
    write(origin + QPointF(length + 5, -metrics.height() / 2), scene.axes[0]);
    write(origin + QPointF(-3, -length - metrics.height() - 2), scene.axes[1]);
}

/// From the origin of the axes to the end of a name that lies beyond one of them.
double axisReach(const QSizeF& size, const GalaxyScene& scene, const QFontMetricsF& metrics) {
    return gizmoLength(size) + 1.12 * axisWidth(scene, metrics) + 0.5 * metrics.height();
}

/// The most that a name reaches above or below that origin, whichever way its axis points.
double axisRise(const QSizeF& size, const GalaxyScene& scene, const QFontMetricsF& metrics) {
    return gizmoLength(size) + kAxisName / 2 * axisWidth(scene, metrics) + metrics.height();
}

/// Of the origin above the foot of the picture.
double axisFoot(const QSizeF& size, const GalaxyScene& scene, const QFontMetricsF& metrics) {
    return std::max(kMargin + gizmoLength(size) + metrics.height(),
                    axisRise(size, scene, metrics) + 2);
}

void paintGizmo(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                const Projector& project) {
    if (scene.flat) return paintFlatAxes(painter, size, scene);
    const double length = gizmoLength(size);
    const Vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double word = axisWidth(scene, metrics);
    const QPointF origin(std::min(kMargin + axisReach(size, scene, metrics), size.width() / 2),
                         size.height() - axisFoot(size, scene, metrics));
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
        const double beyond = std::abs(way.x()) / seen * word * kAxisName + metrics.height() * 0.5;
        const QPointF end = origin + way * length + way / seen * beyond;
        // In a narrow picture it stays within.
        const double left = std::max(2.0, std::min(end.x() - width / 2, size.width() - width - 2));
        painter.setPen(color);
        painter.drawText(QRectF(left, end.y() - metrics.height() / 2, width, metrics.height()),
                         Qt::AlignCenter, scene.axes[i]);
    }
}

QRectF gizmoRoom(const QSizeF& size, const GalaxyScene& scene, const QFontMetricsF& metrics) {
    const double length = gizmoLength(size), word = axisWidth(scene, metrics);
    const double width =
        kMargin + (scene.flat ? length + word + 8 : 2 * axisReach(size, scene, metrics));
    const double height = scene.flat
                              ? kMargin + length + 2 * metrics.height()
                              : axisFoot(size, scene, metrics) + axisRise(size, scene, metrics);
    return {0, size.height() - height, width, height};
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

/// Where the words of a scene stand, and the keys.
struct WordsPlace {
    double width = 0;  // of title and notes
    double below = 0;  // where these end
    LegendPlace legend;
    QRectF keys;
};

/// Words that stand apart: the title above, the legend beside the keys or below them, whichever
/// leaves them the larger square.
WordsPlace placeApart(const QSizeF& size, const GalaxyScene& scene, const WordsFont& font) {
    const QFontMetricsF metrics(font.font, font.device);
    WordsPlace place;
    place.width = size.width() - 2 * kMargin;
    place.below = paintTitle(nullptr, font, place.width, scene);
    const double room = std::max(1.0, size.height() - place.below);
    place.legend = placeLegend(size, place.below, scene.legend, metrics);
    place.keys = QRectF(0, place.below, size.width(), room);
    if (place.legend.frame.isEmpty()) return place;
    const double column = place.legend.frame.left() - kMargin / 2;
    // At most two fifths of the height for a legend below.
    LegendPlace low = placeLegend({size.width(), 0.4 * size.height()}, 0, scene.legend, metrics);
    const double row = room - low.frame.height() - 1.5 * kMargin;
    if (std::min(column, room) >= std::min(size.width(), row)) {
        place.keys.setWidth(std::max(column, 1.0));
        return place;
    }
    low.frame.moveBottom(size.height() - kMargin);
    place.legend = low;
    place.keys.setHeight(std::max(row, 1.0));
    return place;
}

WordsPlace placeWords(const QSizeF& size, const GalaxyScene& scene, const WordsFont& font) {
    if (scene.apart) return placeApart(size, scene, font);
    const QFontMetricsF metrics(font.font, font.device);
    const double room = size.width() - 3 * kMargin - legendWidth(scene.legend, metrics) - 16;
    // Side by side where the words keep half of the width, else one below the other.
    const bool beside = room > size.width() * 0.42;
    WordsPlace place;
    place.width = beside ? room : size.width() - 2 * kMargin;
    place.below = paintTitle(nullptr, font, place.width, scene);
    place.legend = placeLegend(size, beside ? kMargin : place.below, scene.legend, metrics);
    place.keys = QRectF(QPointF(0, 0), size);
    return place;
}

/// What a picture has besides the room of its keys: above, below, to the right.
std::vector<QRectF> stripsAround(const QRectF& keys, const QSizeF& size) {
    return {QRectF(0, 0, size.width(), keys.top()),
            QRectF(0, keys.bottom(), size.width(), size.height() - keys.bottom()),
            QRectF(keys.right(), 0, size.width() - keys.right(), size.height())};
}

}  // namespace

QRectF keysRoom(const GalaxyScene& scene, const QSizeF& size, const WordsFont& font) {
    return scene.apart ? placeWords(size, scene, font).keys : QRectF(QPointF(0, 0), size);
}

OrbitCamera cameraOf(const GalaxyScene& scene, const OrbitCamera& camera, const QSizeF& size,
                     const WordsFont& font) {
    OrbitCamera seen = camera;
    seen.flat = scene.flat;
    seen = seen.bounded();
    const double side = std::min(size.width(), size.height());
    if (!scene.apart || side <= 0) return seen;
    const QRectF room = keysRoom(scene, size, font);
    seen.share = std::min(room.width(), room.height()) / side;
    seen.pan = (room.center() - QPointF(size.width() / 2, size.height() / 2)) / side +
               seen.pan * seen.share;
    return seen;
}

void paintGalaxyWords(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                      const Projector& project) {
    const WordsFont font{painter.font(), painter.device()};
    const QFontMetricsF metrics(font.font, font.device);
    const WordsPlace place = placeWords(size, scene, font);
    const QSizeF above(size.width(), place.keys.bottom());  // of a legend that is below the keys
    std::vector<QRectF> taken = {QRectF(0, 0, kMargin + place.width, place.below),
                                 place.legend.frame, gizmoRoom(above, scene, metrics)};
    if (scene.apart)
        for (const QRectF& strip : stripsAround(place.keys, size)) {
            painter.fillRect(strip, scene.theme.background);  // keys that a zoom has sent there
            taken.push_back(strip);
        }
    const std::vector<QRectF> plates =
        placeLabels(scene.labels, project, metrics, size, taken, scene.points);
    for (std::size_t i = 0; i < plates.size(); ++i)
        if (!plates[i].isEmpty() && !scene.labels[i].plain)
            paintLeader(painter, plates[i], project(scene.labels[i].position).position(),
                        scene.labels[i].color);
    for (std::size_t i = 0; i < plates.size(); ++i)
        if (!plates[i].isEmpty()) paintLabel(painter, plates[i], scene.labels[i], scene.theme);
    // Words that reach down to the axes go before them, as in a small figure with a long note.
    const QRectF words = taken.front().adjusted(0, 0, 0, metrics.height());
    if (!gizmoRoom(above, scene, metrics).intersects(words))
        paintGizmo(painter, above, scene, project);
    paintTitle(&painter, font, place.width, scene);
    paintLegend(painter, place.legend, scene);
}

}  // namespace orrery
