// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/render/quick_splatter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace orrery {
namespace {

constexpr int kShades = 7;      // of a disc, from its lit to its dark side
constexpr int kHalo = kShades;  // the ring of the background's color around it
constexpr int kOutside = kHalo + 1;
constexpr int kSizesAPixel = 4;
constexpr int kBuckets = 4096;  // of depth, over the unit ball and a little more
constexpr double kReach = 1.2;

using Palette = std::array<QRgb, kShades + 1>;

/// A stretch of pixels of one row, from the pixel of the center.
struct Stretch {
    int y = 0, x = 0;
    std::uint32_t first = 0, length = 0;  // of Stamp::shades
};

struct Stamp {
    int reach = -1;  // pixels from the center's; -1 = not made yet
    std::vector<Stretch> stretches;
    std::vector<std::uint8_t> shades;
};

struct Spot {
    int x = 0, y = 0;  // the pixel of the center
    std::uint32_t stamp = 0;
    QRgb color = 0;
};

/// How far a place lies from the center, as the outline of the shape measures it: `radius` is on
/// it.
double outlineDistance(PointShape shape, double dx, double dy, double radius) {
    const double x = std::abs(dx), y = std::abs(dy);
    if (shape == PointShape::ball) return std::hypot(dx, dy);
    if (shape == PointShape::diamond) return (x + y) / diamond_reach;
    if (shape == PointShape::square) return std::max(x, y) / square_reach;
    const double width = 0.7 * std::clamp(radius * 0.32, 1.0, 2.2);
    return std::abs(x - y) <= width ? std::max(x, y) / cross_reach : 2 * radius + 2;
}

int shadeAt(PointShape shape, double dx, double dy, double radius) {
    const double ring = std::clamp(radius * 0.18, 0.4, 1.6);
    const double distance = outlineDistance(shape, dx, dy, radius);
    if (distance > radius) {
        const bool halo = shape != PointShape::cross && distance <= radius + ring;
        return halo ? kHalo : kOutside;
    }
    if (shape != PointShape::ball) return 1;  // its own color
    // Light from the upper left; the sum runs from about -0.41 to 2.41 radii.
    const double dark = ((dx + dy + distance) / radius + 0.41) / 2.82;
    return std::clamp(static_cast<int>(dark * kShades), 0, kShades - 1);
}

Stamp makeStamp(PointShape shape, double radius, double shift_x, double shift_y) {
    Stamp stamp;
    stamp.reach = static_cast<int>(std::ceil(radius * 1.4 + 2));
    for (int y = -stamp.reach; y <= stamp.reach; ++y) {
        Stretch open;
        for (int x = -stamp.reach; x <= stamp.reach + 1; ++x) {
            const int shade = x > stamp.reach
                                  ? kOutside
                                  : shadeAt(shape, x + 0.5 - shift_x, y + 0.5 - shift_y, radius);
            if (shade == kOutside) {
                if (open.length > 0) stamp.stretches.push_back(open);
                open.length = 0;
                continue;
            }
            if (open.length == 0) open = {y, x, static_cast<std::uint32_t>(stamp.shades.size()), 0};
            stamp.shades.push_back(static_cast<std::uint8_t>(shade));
            ++open.length;
        }
    }
    return stamp;
}

QRgb mixed(QRgb from, QRgb to, int share) {  // of 256
    const auto channel = [share](int a, int b) { return a + (((b - a) * share) >> 8); };
    return qRgb(channel(qRed(from), qRed(to)), channel(qGreen(from), qGreen(to)),
                channel(qBlue(from), qBlue(to)));
}

Palette paletteOf(QRgb color, QRgb background) {
    // 1.05 down to 0.72 times the color, in 256ths.
    static constexpr std::array<int, kShades> light = {263, 251, 239, 227, 215, 203, 191};
    Palette palette;
    const int red = qRed(color), green = qGreen(color), blue = qBlue(color);
    for (std::size_t i = 0; i < light.size(); ++i)
        palette[i] =
            qRgb(std::min(255, (red * light[i]) >> 8), std::min(255, (green * light[i]) >> 8),
                 std::min(255, (blue * light[i]) >> 8));
    palette[kHalo] = background;
    return palette;
}

class QuickSplatter {
public:
    QuickSplatter(QImage& image, double ratio, const GalaxyScene& scene, const OrbitCamera& camera)
        : image_(image),
          pixels_(reinterpret_cast<QRgb*>(image.bits())),
          line_(image.bytesPerLine() / std::ptrdiff_t{sizeof(QRgb)}),
          ratio_(ratio),
          scene_(scene),
          project_(camera, QSizeF(image.size()) / ratio),
          nearest_(camera.distance - kReach) {}

    void place(const GalaxyMarks& marks);
    void splat();

private:
    std::uint32_t stampFor(PointShape shape, double radius, int phase_x, int phase_y);
    void put(const Spot& spot);

    QImage& image_;
    QRgb* pixels_;
    std::ptrdiff_t line_;
    double ratio_;
    const GalaxyScene& scene_;
    Projector project_;
    double nearest_;
    std::vector<Spot> spots_;
    std::vector<std::uint16_t> buckets_;  // of each spot, the farthest 0
    std::vector<Stamp> stamps_;
};

/// Its number; made when it is asked for first.
std::uint32_t QuickSplatter::stampFor(PointShape shape, double radius, int phase_x, int phase_y) {
    const auto size = static_cast<std::uint32_t>(std::lround(radius * kSizesAPixel));
    const auto number =
        ((size * 4 + static_cast<std::uint32_t>(shape)) * 2 + static_cast<std::uint32_t>(phase_y)) *
            2 +
        static_cast<std::uint32_t>(phase_x);
    if (number >= stamps_.size()) stamps_.resize(number + 1);
    if (stamps_[number].reach < 0)
        stamps_[number] = makeStamp(shape, static_cast<double>(size) / kSizesAPixel,
                                    0.25 + 0.5 * phase_x, 0.25 + 0.5 * phase_y);
    return number;
}

void QuickSplatter::place(const GalaxyMarks& marks) {
    const QRgb background = scene_.theme.background.rgb(), grid = scene_.theme.grid.rgb();
    std::vector<bool> faint(scene_.points.size(), !marks.selected.empty());
    for (const int index : marks.selected)
        if (static_cast<std::size_t>(index) < faint.size())
            faint[static_cast<std::size_t>(index)] = false;
    spots_.reserve(scene_.points.size());
    buckets_.reserve(scene_.points.size());
    for (std::size_t i = 0; i < scene_.points.size(); ++i) {
        const GalaxyPoint& point = scene_.points[i];
        const ScreenPoint at = project_(point.position);
        if (at.scale <= 0) continue;
        const double depth = (at.depth - nearest_) / (2 * kReach);
        const double x = at.x * ratio_, y = at.y * ratio_;
        // Far beside the picture.
        if (!(std::abs(x) < 1e5 && std::abs(y) < 1e5)) continue;
        const double fade = std::clamp((at.depth - nearest_ + 1 - kReach) / 2, 0.0, 1.0);
        Spot spot{static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y)), 0,
                  mixed(point.color.rgb(), background, static_cast<int>(115 * fade))};
        if (faint[i]) spot.color = mixed(spot.color, grid, 184);
        spot.stamp =
            stampFor(point.shape, screenRadius(point, at.size) * ratio_,
                     static_cast<int>(2 * (x - spot.x)), static_cast<int>(2 * (y - spot.y)));
        spots_.push_back(spot);
        buckets_.push_back(
            static_cast<std::uint16_t>((1 - std::clamp(depth, 0.0, 1.0)) * (kBuckets - 1)));
    }
}

void QuickSplatter::put(const Spot& spot) {
    const Stamp& stamp = stamps_[spot.stamp];
    const int width = image_.width(), height = image_.height();
    if (spot.x + stamp.reach < 0 || spot.y + stamp.reach < 0 || spot.x - stamp.reach >= width ||
        spot.y - stamp.reach >= height)
        return;
    const Palette palette = paletteOf(spot.color, scene_.theme.background.rgb());
    for (const Stretch& stretch : stamp.stretches) {
        const int y = spot.y + stretch.y;
        if (y < 0 || y >= height) continue;
        const int from = std::max(0, spot.x + stretch.x);
        const int to = std::min(width, spot.x + stretch.x + static_cast<int>(stretch.length));
        if (from >= to) continue;
        const std::uint8_t* shade =
            stamp.shades.data() + stretch.first + (from - spot.x - stretch.x);
        QRgb* row = pixels_ + y * line_;
        for (int x = from; x < to; ++x)
            row[x] = palette[*shade++];
    }
}

void QuickSplatter::splat() {
    std::vector<std::uint32_t> begin(kBuckets + 1), order(spots_.size());
    for (const std::uint16_t bucket : buckets_)
        ++begin[bucket + 1U];
    for (std::size_t b = 1; b < begin.size(); ++b)
        begin[b] += begin[b - 1];
    for (std::uint32_t i = 0; i < spots_.size(); ++i)
        order[begin[buckets_[i]]++] = i;
    for (const std::uint32_t i : order)
        put(spots_[i]);
}

}  // namespace

void splatQuickly(QImage& image, double ratio, const GalaxyScene& scene, const OrbitCamera& camera,
                  const GalaxyMarks& marks) {
    QuickSplatter splatter(image, ratio, scene, camera);
    splatter.place(marks);
    splatter.splat();
}

}  // namespace orrery
