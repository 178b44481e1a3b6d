// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/render/scene_shade.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "widgets/palette/color_map.h"

namespace orrery {
namespace {

constexpr int kCorners = 96;  // of a ring
constexpr double kFloor = -0.85;

Vec3 onFloor(double radius, double angle) {
    return {radius * std::cos(angle), kFloor, radius * std::sin(angle)};
}

}  // namespace

QColor shownColor(const GalaxyScene& scene, std::size_t point, const ScreenPoint& at,
                  const OrbitCamera& camera, const GalaxyMarks& marks) {
    const double far = std::clamp((at.depth - camera.distance + 1) / 2, 0.0, 1.0);
    const QColor color = mixColors(scene.points[point].color, scene.theme.background, 0.45 * far);
    return marks.isFaint(static_cast<int>(point)) ? mixColors(color, scene.theme.grid, 0.72)
                                                  : color;
}

QColor trailColor(const GalaxyScene& scene, std::size_t point, std::size_t stretch,
                  const GalaxyMarks& marks) {
    const double age =
        1 - static_cast<double>(stretch) / static_cast<double>(scene.trails[point].size());
    return mixColors(scene.points[point].color, scene.theme.background,
                     marks.isFaint(static_cast<int>(point)) ? 0.85 : 0.25 + 0.6 * age);
}

std::vector<FloorLine> floorLines(bool flat) {
    if (flat) return {{{-1, 0, 0}, {1, 0, 0}, false}, {{0, -1, 0}, {0, 1, 0}, false}};
    std::vector<FloorLine> lines;
    for (const double radius : {1 / 3.0, 2 / 3.0, 1.0})
        for (int i = 0; i < kCorners; ++i)
            lines.push_back({onFloor(radius, 2 * std::numbers::pi * i / kCorners),
                             onFloor(radius, 2 * std::numbers::pi * (i + 1) / kCorners), true});
    for (int spoke = 0; spoke < 4; ++spoke) {
        const double angle = std::numbers::pi * spoke / 4;
        lines.push_back({onFloor(1, angle), onFloor(-1, angle), false});
    }
    return lines;
}

}  // namespace orrery
