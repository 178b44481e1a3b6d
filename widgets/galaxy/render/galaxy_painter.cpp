// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/render/galaxy_painter.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "widgets/galaxy/galaxy_words.h"
#include "widgets/galaxy/render/disc_splatter.h"
#include "widgets/galaxy/render/quick_splatter.h"
#include "widgets/galaxy/render/scene_shade.h"

namespace orrery {
namespace {

struct Placed {
    int index;
    ScreenPoint at;
    double radius;
    QColor color;
};

void paintFloor(QPainter& painter, const Projector& project, const ChartTheme& theme, bool flat) {
    for (const FloorLine& line : floorLines(flat)) {
        const ScreenPoint from = project(line.from), to = project(line.to);
        if (from.scale <= 0 || to.scale <= 0) continue;
        painter.setPen(QPen(line.ring ? theme.grid : theme.subgrid, 1));
        painter.drawLine(from.position(), to.position());
    }
}

void paintTrails(QPainter& painter, const GalaxyScene& scene, const Projector& project,
                 const GalaxyMarks& marks) {
    for (std::size_t i = 0; i < scene.trails.size() && i < scene.points.size(); ++i) {
        const std::vector<Vec3>& trail = scene.trails[i];
        for (std::size_t s = 1; s < trail.size(); ++s) {
            const ScreenPoint from = project(trail[s - 1]), to = project(trail[s]);
            if (from.scale <= 0 || to.scale <= 0) continue;
            painter.setPen(QPen(trailColor(scene, i, s, marks), 1.2, Qt::SolidLine, Qt::RoundCap));
            painter.drawLine(from.position(), to.position());
        }
    }
}

// Back to front.
std::vector<Placed> placePoints(const GalaxyScene& scene, const Projector& project,
                                const OrbitCamera& camera, const GalaxyMarks& marks) {
    std::vector<Placed> placed;
    placed.reserve(scene.points.size());
    for (std::size_t i = 0; i < scene.points.size(); ++i) {
        const GalaxyPoint& point = scene.points[i];
        const ScreenPoint at = project(point.position);
        if (at.scale <= 0) continue;
        placed.push_back({static_cast<int>(i), at, screenRadius(point, at.size),
                          shownColor(scene, i, at, camera, marks)});
    }
    std::ranges::stable_sort(placed, std::ranges::greater{},
                             [](const Placed& point) { return point.at.depth; });
    return placed;
}

void paintAsVector(QPainter& painter, const GalaxyScene& scene, const Placed& point) {
    painter.setPen(QPen(scene.theme.background, std::clamp(point.radius * 0.15, 0.3, 0.9)));
    painter.setBrush(point.color);
    paintShape(painter, point.at.position(), point.radius, point.color,
               scene.points[static_cast<std::size_t>(point.index)].shape);
}

/// Balls as shaded discs, written between the paths of the other shapes: both go to the image at
/// once, so that what is nearer covers what is farther.
void paintAsImage(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                  const std::vector<Placed>& placed) {
    const double ratio = painter.device()->devicePixelRatioF();
    QImage image((size * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    {
        QPainter shapes(&image);
        shapes.setRenderHint(QPainter::Antialiasing);
        shapes.scale(ratio, ratio);
        for (const Placed& point : placed) {
            if (scene.points[static_cast<std::size_t>(point.index)].shape == PointShape::ball)
                splatDisc(image, point.at.position() * ratio, point.radius * ratio, point.color,
                          scene.theme.background);
            else
                paintAsVector(shapes, scene, point);
        }
    }
    image.setDevicePixelRatio(ratio);
    painter.drawImage(QPointF(0, 0), image);
}

void paintExactly(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                  const std::vector<Placed>& placed, GalaxyInk ink) {
    if (ink == GalaxyInk::screen) return paintAsImage(painter, size, scene, placed);
    for (const Placed& point : placed)
        paintAsVector(painter, scene, point);
}

void paintQuickly(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                  const OrbitCamera& camera, const GalaxyMarks& marks) {
    const double ratio = painter.device()->devicePixelRatioF();
    QImage image((size * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    splatQuickly(image, ratio, scene, camera, marks);
    image.setDevicePixelRatio(ratio);
    painter.drawImage(QPointF(0, 0), image);
}

void paintMark(QPainter& painter, const GalaxyScene& scene, const Projector& project, int index,
               bool strong) {
    if (index < 0 || index >= static_cast<int>(scene.points.size())) return;
    const GalaxyPoint& point = scene.points[static_cast<std::size_t>(index)];
    const ScreenPoint at = project(point.position);
    if (at.scale <= 0) return;
    const double radius = screenRadius(point, at.size) + (strong ? 4.0 : 2.5);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(strong ? scene.theme.accent : scene.theme.text, strong ? 2.2 : 1.4));
    painter.drawEllipse(at.position(), radius, radius);
}

}  // namespace

void paintShape(QPainter& painter, const QPointF& center, double radius, const QColor& color,
                PointShape shape) {
    if (shape == PointShape::ball) {
        painter.drawEllipse(center, radius, radius);
    } else if (shape == PointShape::square) {
        const double side = radius * square_reach;
        painter.drawRect(QRectF(center.x() - side, center.y() - side, 2 * side, 2 * side));
    } else if (shape == PointShape::diamond) {
        const double tip = radius * diamond_reach;
        painter.drawPolygon(QPolygonF({center + QPointF(tip, 0), center + QPointF(0, tip),
                                       center - QPointF(tip, 0), center - QPointF(0, tip)}));
    } else {
        const double arm = radius * cross_reach;
        painter.setPen(
            QPen(color, std::clamp(radius * 0.32, 1.0, 2.2), Qt::SolidLine, Qt::RoundCap));
        for (const double side : {-1.0, 1.0})
            painter.drawLine(center + QPointF(-arm, side * arm),
                             center + QPointF(arm, -side * arm));
    }
}

void paintGalaxyPoints(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                       const OrbitCamera& chosen, const GalaxyMarks& marks, GalaxyInk ink) {
    const OrbitCamera camera = cameraOf(scene, chosen, size, {painter.font(), painter.device()});
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(0, 0), size), scene.theme.background);
    painter.setClipRect(QRectF(QPointF(0, 0), size));
    if (!scene.points.empty()) {
        const Projector project(camera, size);
        paintFloor(painter, project, scene.theme, camera.flat);
        paintTrails(painter, scene, project, marks);
        if (ink == GalaxyInk::moving)
            paintQuickly(painter, size, scene, camera, marks);
        else
            paintExactly(painter, size, scene, placePoints(scene, project, camera, marks), ink);
    }
    painter.restore();
}

void paintGalaxyMarks(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                      const OrbitCamera& chosen, const GalaxyMarks& marks) {
    const OrbitCamera camera = cameraOf(scene, chosen, size, {painter.font(), painter.device()});
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(QRectF(QPointF(0, 0), size));
    if (scene.points.empty()) {
        painter.setPen(scene.theme.faint_text);
        painter.drawText(QRectF(QPointF(0, 0), size).adjusted(12, 12, -12, -12),
                         Qt::AlignCenter | Qt::TextWordWrap, scene.empty);
        painter.restore();
        return;
    }
    const Projector project(camera, size);
    paintMark(painter, scene, project, marks.hovered, false);
    // Of many selected keys the grayed rest says enough.
    const auto keys = std::ranges::lower_bound(marks.selected, scene.keys());
    if (keys - marks.selected.begin() <= 24)
        for (auto index = marks.selected.begin(); index != keys; ++index)
            paintMark(painter, scene, project, *index, true);
    paintGalaxyWords(painter, size, scene, project);
    if (marks.lasso.size() > 1) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(scene.theme.accent, 1.4, Qt::DashLine));
        painter.drawPolyline(marks.lasso);
    }
    painter.restore();
}

void paintGalaxy(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                 const OrbitCamera& camera, const GalaxyMarks& marks, GalaxyInk ink) {
    paintGalaxyPoints(painter, size, scene, camera, marks, ink);
    paintGalaxyMarks(painter, size, scene, camera, marks);
}

}  // namespace orrery
