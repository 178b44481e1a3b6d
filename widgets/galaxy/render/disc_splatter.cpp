// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/render/disc_splatter.h"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

// Source over destination, both premultiplied; the source is opaque but for its coverage, 0..256.
QRgb blend(QRgb below, int red, int green, int blue, int coverage) {
    const int rest = 256 - coverage;
    const int r = (red * coverage + qRed(below) * rest) >> 8;
    const int g = (green * coverage + qGreen(below) * rest) >> 8;
    const int b = (blue * coverage + qBlue(below) * rest) >> 8;
    const int a = (255 * coverage + qAlpha(below) * rest) >> 8;
    return qRgba(r, g, b, std::min(a, 255));
}

struct Disc {
    float x, y, radius, ring;
    int red, green, blue;
    QRgb halo;
};

void splatRow(QRgb* row, int y, int from, int to, const Disc& disc) {
    const float dy = static_cast<float>(y) + 0.5F - disc.y;
    const float outer = disc.radius + disc.ring;
    // Light from the upper left, as on a ball.
    const float slope = 0.28F / (2.4F * disc.radius + 1e-6F);
    for (int x = from; x <= to; ++x) {
        const float dx = static_cast<float>(x) + 0.5F - disc.x;
        const float distance = std::sqrt(dx * dx + dy * dy);
        if (distance > outer + 0.5F) continue;
        if (distance > disc.radius - 0.5F) {
            const int ring = static_cast<int>(192 * std::min(outer + 0.5F - distance, 1.0F));
            row[x] = blend(row[x], qRed(disc.halo), qGreen(disc.halo), qBlue(disc.halo), ring);
        }
        if (distance > disc.radius + 0.5F) continue;
        const int cover = static_cast<int>(256 * std::min(disc.radius + 0.5F - distance, 1.0F));
        const float light = 1.0F - slope * (dx + dy + distance);
        const auto shade = [light](int value) {
            return std::min(static_cast<int>(static_cast<float>(value) * light), 255);
        };
        row[x] = blend(row[x], shade(disc.red), shade(disc.green), shade(disc.blue), cover);
    }
}

}  // namespace

void splatDisc(QImage& image, const QPointF& center, double radius, const QColor& color,
               const QColor& halo) {
    const double ring = std::clamp(radius * 0.18, 0.4, 1.6);
    const double reach = radius + ring + 1;
    const int top = std::max(0, static_cast<int>(std::floor(center.y() - reach)));
    const int bottom =
        std::min(image.height() - 1, static_cast<int>(std::ceil(center.y() + reach)));
    const int left = std::max(0, static_cast<int>(std::floor(center.x() - reach)));
    const int right = std::min(image.width() - 1, static_cast<int>(std::ceil(center.x() + reach)));
    const Disc disc{static_cast<float>(center.x()),
                    static_cast<float>(center.y()),
                    static_cast<float>(radius),
                    static_cast<float>(ring),
                    color.red(),
                    color.green(),
                    color.blue(),
                    halo.rgb()};
    for (int y = top; y <= bottom; ++y)
        splatRow(reinterpret_cast<QRgb*>(image.scanLine(y)), y, left, right, disc);
}

}  // namespace orrery
