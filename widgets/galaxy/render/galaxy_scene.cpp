// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/render/galaxy_scene.h"

#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace orrery {

double screenRadius(const GalaxyPoint& point, double size) {
    // Many keys are drawn smaller by their maker through `radius`; this is the size of an ordinary
    // one.
    constexpr double kShareOfUnit = 0.030;
    return std::clamp(kShareOfUnit * point.radius * size, 1.2, 40.0);
}

std::optional<int> pickPoint(const GalaxyScene& scene, const OrbitCamera& camera,
                             const QSizeF& size, const QPointF& place, double reach) {
    const Projector project(camera, size);
    std::optional<int> best;
    double best_depth = 0, best_excess = 0;
    for (std::size_t i = 0; i < scene.points.size(); ++i) {
        const ScreenPoint at = project(scene.points[i].position);
        if (at.scale <= 0) continue;
        const double distance = std::hypot(at.x - place.x(), at.y - place.y());
        // A hit on the disc beats a near miss; among hits the nearest to the eye wins.
        const double excess = std::max(0.0, distance - screenRadius(scene.points[i], at.size));
        if (excess > reach) continue;
        // Of a flat picture the one that is drawn last.
        const bool better =
            !best || excess < best_excess || (excess == best_excess && at.depth <= best_depth);
        if (!better) continue;
        best = static_cast<int>(i);
        best_depth = at.depth;
        best_excess = excess;
    }
    return best;
}

std::vector<std::pair<int, double>> keysNear(const GalaxyScene& scene, const OrbitCamera& camera,
                                             const QSizeF& size, const QPointF& place, int except,
                                             std::size_t count) {
    const Projector project(camera, size);
    std::vector<std::pair<double, int>> found;
    for (int i = 0; i < scene.keys(); ++i) {
        const ScreenPoint at = project(scene.points[static_cast<std::size_t>(i)].position);
        if (i != except && at.scale > 0)
            found.emplace_back(std::hypot(at.x - place.x(), at.y - place.y()), i);
    }
    count = std::min(count, found.size());
    std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(count));
    std::vector<std::pair<int, double>> near;
    for (std::size_t i = 0; i < count; ++i)
        near.emplace_back(found[i].second, 1 / ((1 + found[i].first) * (1 + found[i].first)));
    return near;
}

bool GalaxyMarks::isFaint(int index) const {
    return !selected.empty() && !std::ranges::binary_search(selected, index);
}

std::vector<int> pointsWithin(const GalaxyScene& scene, const OrbitCamera& camera,
                              const QSizeF& size, const QPolygonF& lasso) {
    // The inside is filled once: a million points then cost a look at a pixel each.
    QImage inside(size.toSize(), QImage::Format_Grayscale8);
    inside.fill(0);
    QPainter painter(&inside);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Qt::white);
    painter.drawPolygon(lasso);
    painter.end();
    const Projector project(camera, size);
    std::vector<int> found;
    for (std::size_t i = 0; i < scene.points.size(); ++i) {
        const ScreenPoint at = project(scene.points[i].position);
        if (at.scale <= 0 || at.x < 0 || at.y < 0 || at.x >= inside.width() ||
            at.y >= inside.height())
            continue;
        if (inside.constScanLine(static_cast<int>(at.y))[static_cast<int>(at.x)] != 0)
            found.push_back(static_cast<int>(i));
    }
    return found;
}

}  // namespace orrery
