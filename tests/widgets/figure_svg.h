// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>

#include "widgets/view.h"

namespace orrery {

/// What a view paints into a figure of so many points.
inline QByteArray svgOf(const View& view, const QSize& size) {
    QByteArray svg;
    QBuffer buffer(&svg);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size);
    QPainter painter(&generator);
    view.paintFigure(painter, size);
    painter.end();
    return svg;
}

}  // namespace orrery
