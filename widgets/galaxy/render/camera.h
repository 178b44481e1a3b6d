// SPDX-License-Identifier: GPL-3.0-or-later
// From space to the screen: a camera that circles the origin. Values only; any thread.
#pragma once
#include <QPointF>
#include <QSizeF>

namespace orrery {

struct Vec3 {
    double x = 0, y = 0, z = 0;
    bool operator==(const Vec3&) const = default;
};

/// Where a point of space lies on the screen. `depth` grows away from the eye; `scale` is the
/// length of one unit there. Points behind the eye have scale 0. `size` is the length of one unit
/// of a point's radius (screenRadius): as `scale`, but in a flat picture the same at any zoom, so
/// that a zoom parts a crowd.
struct ScreenPoint {
    double x = 0, y = 0;
    double depth = 0;
    double scale = 0;
    double size = 0;
    QPointF position() const { return {x, y}; }
};

/// Looks at the origin from `distance` units; yaw turns about the upright axis (y), pitch lifts the
/// eye, both in degrees. pan moves the picture, in shares of the shorter side.
struct OrbitCamera {
    double yaw = 32;
    double pitch = 22;
    double distance = 4.8;
    QPointF pan{0, 0.03};  // the whole ball has room below the picture's title
    bool flat = false;     // x to the right, y up, without perspective; yaw and pitch wait
    double share = 1;      // of the shorter side, that the picture has: the rest is for words

    void rotate(double yaw_by, double pitch_by);  // pitch stays within -89..89
    void zoom(double factor);  // above 1 comes nearer; distance stays within 1.3 (flat: 0.1)..40
    /// What lies at a place stays there; `place` in shares of the shorter side, from the middle.
    void zoomAt(double factor, const QPointF& place);
    void move(const QPointF& by);
    /// With distance and pan within their bounds, which are wider for a flat picture.
    OrbitCamera bounded() const;
    bool operator==(const OrbitCamera&) const = default;
};

/// Focal length in shares of the shorter side: a field of view of 32 degrees.
inline constexpr double focal_length = 1.74;

/// Unit vectors of the eye: to its right, upwards, and backwards from the origin to it.
struct EyeFrame {
    Vec3 right, up, back;
};
EyeFrame eyeFrame(const OrbitCamera& camera);

/// The camera for one size of picture, ready for many points.
class Projector {
public:
    Projector(const OrbitCamera& camera, const QSizeF& size);
    ScreenPoint operator()(const Vec3& point) const;
    /// The direction of a vector of space on the screen, without perspective; y down, length <= 1.
    QPointF direction(const Vec3& vector) const;
    /// How far the vector points towards the eye, -1..1 for unit vectors.
    double towardsEye(const Vec3& vector) const;

private:
    EyeFrame eye_;
    double distance_, focal_;
    bool flat_;
    QPointF center_;
};

}  // namespace orrery
