// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QColor>
#include <QImage>
#include <QPointF>

namespace orrery {

/// Blends a shaded disc with a soft edge into a premultiplied ARGB image. Coordinates are pixels of
/// the image. Ten times faster than a QPainter's ellipses, which thousands of moving keys need.
/// `halo` widens it by a ring of the background's color, so that discs in a crowd stay apart.
void splatDisc(QImage& image, const QPointF& center, double radius, const QColor& color,
               const QColor& halo);

}  // namespace orrery
