// SPDX-License-Identifier: GPL-3.0-or-later
// What a galaxy looks like, apart from any way to draw it: points, colours, words. Values only; any
// thread.
#pragma once
#include <QColor>
#include <QPolygonF>
#include <QString>
#include <array>
#include <optional>
#include <vector>

#include "widgets/galaxy/camera.h"
#include "widgets/palette/chart_theme.h"

namespace orrery {

struct GalaxyPoint {
    Vec3 position;  // within the unit ball
    QColor color;
    double radius = 1;  // in shares of the ordinary size
    bool dead = false;  // never selected: drawn as a cross
};

struct GalaxyLabel {
    Vec3 position;
    QString text;
    QColor color;
};

/// Either a run of colours between two words, or a list of colours with a word each.
struct GalaxyLegend {
    struct Entry {
        QColor color;
        QString text;
        bool cross = false;
    };
    QString title;
    std::vector<QColor> gradient;  // from low to high, empty = none
    QString low, high;
    std::vector<Entry> entries;
};

struct GalaxyScene {
    std::vector<GalaxyPoint> points;
    std::vector<GalaxyLabel> labels;        // of clusters
    std::vector<std::vector<Vec3>> trails;  // where each point came from, oldest first
    std::array<QString, 3> axes;            // names; empty = axes mean nothing and are not named
    GalaxyLegend legend;
    QString title;    // upper left
    QString note;     // below the title: method, variance, n of N
    QString warning;  // below the note, when the picture is out of date
    QString empty;    // instead of everything, where there are no points
    ChartTheme theme;
};

/// What the user points at; apart from the scene, since it changes with every move of the pointer.
struct GalaxyMarks {
    int hovered = -1;
    std::vector<int> selected;  // ascending; every other point is greyed, unless it is empty
    QPolygonF lasso;            // being drawn, in pixels
    bool isFaint(int index) const;
    bool operator==(const GalaxyMarks&) const = default;
};

/// The pixels of a point at `scale` pixels a unit.
double screenRadius(const GalaxyPoint& point, double scale);
/// The point under a place of the screen: of those within `reach` pixels of its edge the one
/// nearest to the eye; nullopt when there is none.
std::optional<int> pickPoint(const GalaxyScene& scene, const OrbitCamera& camera,
                             const QSizeF& size, const QPointF& place, double reach = 3);
/// The points whose centres lie within a closed line of the screen, ascending.
std::vector<int> pointsWithin(const GalaxyScene& scene, const OrbitCamera& camera,
                              const QSizeF& size, const QPolygonF& lasso);

}  // namespace orrery
