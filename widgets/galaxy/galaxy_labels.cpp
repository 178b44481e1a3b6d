// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/galaxy_labels.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace orrery {
namespace {

// Where a plate is tried, best first: at its place, or right, left, above and below beside it, then
// ever farther around it.
QPointF placeToTry(int turn, const QSizeF& plate, bool beside, double gap) {
    const double x = plate.width() / 2 + gap, y = plate.height() / 2 + gap;
    const QPointF next_to[] = {{x, 0}, {-x, 0}, {0, -y}, {0, y}};
    if (beside && turn < 4) return next_to[turn];
    const double angle = 2.4 * turn, reach = 0.5 * std::sqrt(turn);
    return {reach * x * std::cos(angle), 1.6 * reach * y * std::sin(angle)};
}

/// Which small squares of a picture hold the middle of a point.
class PointCells {
public:
    PointCells(const std::vector<GalaxyPoint>& points, const Projector& project, const QSizeF& size)
        : columns_(static_cast<int>(size.width() / kSide) + 1),
          rows_(static_cast<int>(size.height() / kSide) + 1) {
        if (points.empty()) return;
        held_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
        for (const GalaxyPoint& point : points) {
            const ScreenPoint at = project(point.position);
            if (at.scale > 0 && QRectF(QPointF(0, 0), size).contains(at.position()))
                held_[cellOf(static_cast<int>(at.x / kSide), static_cast<int>(at.y / kSide))] =
                    true;
        }
    }
    bool anyIn(const QRectF& place) const {
        if (held_.empty()) return false;
        for (int row = cell(place.top(), rows_); row <= cell(place.bottom(), rows_); ++row)
            for (int column = cell(place.left(), columns_); column <= cell(place.right(), columns_);
                 ++column)
                if (held_[cellOf(column, row)]) return true;
        return false;
    }

private:
    static constexpr double kSide = 4;  // pixels
    static int cell(double place, int cells) {
        return std::clamp(static_cast<int>(place / kSide), 0, cells - 1);
    }
    std::size_t cellOf(int column, int row) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
               static_cast<std::size_t>(column);
    }

    int columns_, rows_;
    std::vector<bool> held_;
};

}  // namespace

std::vector<QRectF> placeLabels(const std::vector<GalaxyLabel>& labels, const Projector& project,
                                const QFontMetricsF& metrics, const QSizeF& size,
                                std::vector<QRectF> taken, const std::vector<GalaxyPoint>& points) {
    constexpr int kTries = 48;
    const bool plain = std::ranges::any_of(labels, &GalaxyLabel::plain);
    const std::vector<GalaxyPoint> none;
    const PointCells cells(plain ? points : none, project, size);
    const QRectF picture(QPointF(2, 2), size - QSizeF(4, 4));
    std::vector<QRectF> plates;
    for (const GalaxyLabel& label : labels) {
        const ScreenPoint at = project(label.position);
        const QSizeF plate(metrics.horizontalAdvance(label.text) + (label.plain ? 4 : 10),
                           metrics.height() + 2);
        plates.emplace_back();
        const int tries = label.plain ? 4 : kTries;
        const double radius = label.radius > 0 ? screenRadius({{}, {}, label.radius}, at.size) : 0;
        const double gap = label.plain ? std::max(4.0, radius) : std::max(8.0, radius + 3);
        for (int turn = 0; at.scale > 0 && turn < tries; ++turn) {
            QRectF place(QPointF(), plate);
            place.moveCenter(at.position() + placeToTry(turn, plate, label.beside, gap));
            if (label.plain && cells.anyIn(place)) continue;
            if (!picture.contains(place) || std::ranges::any_of(taken, [&](const QRectF& other) {
                    return other.intersects(place);
                }))
                continue;
            taken.push_back(place);
            plates.back() = place;
            break;
        }
    }
    return plates;
}

}  // namespace orrery
