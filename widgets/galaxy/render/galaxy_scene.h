// SPDX-License-Identifier: GPL-3.0-or-later
// What a galaxy looks like, apart from any way to draw it: points, colors, words. Values only; any
// thread.
#pragma once
#include <QColor>
#include <QPolygonF>
#include <QString>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "widgets/galaxy/render/camera.h"
#include "widgets/palette/chart_theme.h"

namespace orrery {

enum class PointShape {
    ball,     // a key
    cross,    // of a dead expert
    diamond,  // a key that was placed anew
    square,   // the query of a token
};

// How far they reach from their center, in shares of a ball's radius of the same weight.
inline constexpr double cross_reach = 0.8, diamond_reach = 1.3, square_reach = 0.85;

struct GalaxyPoint {
    Vec3 position;  // a key's lies within the unit ball
    QColor color;
    double radius = 1;  // in shares of the ordinary size
    PointShape shape = PointShape::ball;
};

/// Those that come first have the first choice of a place; one that finds none is left out.
struct GalaxyLabel {
    Vec3 position;
    QString text;
    QColor color;
    bool beside = false;  // next to its place instead of on it
    bool plain = false;   // the word alone, close to its place or not at all
    double radius = 0;    // of the point at its place, as GalaxyPoint's
};

/// Either a run of colors between two words, or a list of colors with a word each.
struct GalaxyLegend {
    struct Entry {
        QColor color;
        QString text;
        PointShape shape = PointShape::ball;
    };
    QString title;
    std::vector<QColor> gradient;  // from low to high, empty = none
    QString low, high;
    std::vector<Entry> entries;
};

struct GalaxyScene {
    bool flat = false;                // of two dimensions
    bool apart = false;               // title and legend have room of their own, where no key lies
    std::vector<GalaxyPoint> points;  // keys by their number, then queries
    std::size_t queries = 0;          // how many of the points
    std::vector<GalaxyLabel> labels;
    std::vector<std::vector<Vec3>> trails;  // where each point came from, oldest first
    std::array<QString, 3> axes;            // names; empty = axes mean nothing and are not named
    GalaxyLegend legend;
    QString title;    // upper left
    QString note;     // below the title: method, variance, n of N
    QString warning;  // below the note, when the picture is out of date
    QString empty;    // instead of everything, where there are no points
    ChartTheme theme;
    int keys() const { return static_cast<int>(points.size() - queries); }
};

/// What the user points at; apart from the scene, since it changes with every move of the pointer.
struct GalaxyMarks {
    int hovered = -1;
    std::vector<int> selected;  // points, ascending; every other is grayed, unless it is empty
    QPolygonF lasso;            // being drawn, in pixels
    bool isFaint(int index) const;
    bool operator==(const GalaxyMarks&) const = default;
};

/// The pixels of a point at `size` pixels a unit (ScreenPoint).
double screenRadius(const GalaxyPoint& point, double size);
/// The point under a place of the screen: of those within `reach` pixels of its edge the one
/// nearest to the eye; nullopt when there is none.
std::optional<int> pickPoint(const GalaxyScene& scene, const OrbitCamera& camera,
                             const QSizeF& size, const QPointF& place, double reach = 3);
/// The `count` keys nearest to a place of the screen but for `except`, and how much each counts
/// there: 1 / (1 + its distance in pixels) squared. For a place between keys: projections have no
/// inverse.
std::vector<std::pair<int, double>> keysNear(const GalaxyScene& scene, const OrbitCamera& camera,
                                             const QSizeF& size, const QPointF& place, int except,
                                             std::size_t count = 3);
/// The points whose centers lie within a closed line of the screen, ascending.
std::vector<int> pointsWithin(const GalaxyScene& scene, const OrbitCamera& camera,
                              const QSizeF& size, const QPolygonF& lasso);

}  // namespace orrery
