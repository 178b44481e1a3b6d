// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QFontMetricsF>
#include <QRectF>
#include <QSizeF>
#include <vector>

#include "widgets/galaxy/render/galaxy_scene.h"

namespace orrery {

/// The plates of labels in a picture of `size`, which lie neither upon each other nor upon what is
/// `taken`; an empty one for a label that finds no place near its own. A plain one is tried at its
/// point's four sides alone, and lies on none of the `points`.
std::vector<QRectF> placeLabels(const std::vector<GalaxyLabel>& labels, const Projector& project,
                                const QFontMetricsF& metrics, const QSizeF& size,
                                std::vector<QRectF> taken,
                                const std::vector<GalaxyPoint>& points = {});

}  // namespace orrery
