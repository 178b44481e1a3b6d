// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QImage>

#include "widgets/galaxy/render/galaxy_scene.h"

namespace orrery {

/// Draws the points of a scene, far ones first, into a premultiplied ARGB image of `ratio` pixels a
/// unit: as stamps with hard edges, each made once for all points of its size, in depth order by
/// buckets. A hundred thousand take some ten milliseconds of one thread; disc_splatter.h and the
/// paths of galaxy_painter.cpp are the exact picture that it stands for. Any thread.
void splatQuickly(QImage& image, double ratio, const GalaxyScene& scene, const OrbitCamera& camera,
                  const GalaxyMarks& marks);

}  // namespace orrery
