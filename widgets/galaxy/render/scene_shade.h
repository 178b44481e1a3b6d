// SPDX-License-Identifier: GPL-3.0-or-later
// What every renderer of a galaxy shows alike, apart from its points: shades and the floor. Values
// only; any thread.
#pragma once
#include <QColor>
#include <vector>

#include "widgets/galaxy/render/galaxy_scene.h"

namespace orrery {

/// The color of a point where it lies: far points fade towards the background, and so does all
/// that is not selected.
QColor shownColor(const GalaxyScene& scene, std::size_t point, const ScreenPoint& at,
                  const OrbitCamera& camera, const GalaxyMarks& marks);
/// Of the stretch of a point's trail that ends at place `stretch`: the newer, the stronger.
QColor trailColor(const GalaxyScene& scene, std::size_t point, std::size_t stretch,
                  const GalaxyMarks& marks);

/// Rings and spokes below the galaxy: they show how it is turned. Of a flat one the lines x = 0 and
/// y = 0.
struct FloorLine {
    Vec3 from, to;
    bool ring = true;
};
std::vector<FloorLine> floorLines(bool flat);

}  // namespace orrery
