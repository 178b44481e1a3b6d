// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/render/camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

constexpr double kNear = 0.05;
constexpr double kFarthest = 40;

double dot(const Vec3& a, const Vec3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

double radians(double degrees) {
    return degrees * std::numbers::pi / 180;
}

}  // namespace

void OrbitCamera::rotate(double yaw_by, double pitch_by) {
    yaw = std::remainder(yaw + yaw_by, 360.0);
    pitch = std::clamp(pitch + pitch_by, -89.0, 89.0);
}

void OrbitCamera::zoom(double factor) {
    if (factor > 0) distance /= factor;
    *this = bounded();
}

void OrbitCamera::zoomAt(double factor, const QPointF& place) {
    const double before = distance;
    zoom(factor);
    move((place - pan) * (1 - before / distance));
}

void OrbitCamera::move(const QPointF& by) {
    pan += by;
    *this = bounded();
}

OrbitCamera OrbitCamera::bounded() const {
    OrbitCamera camera = *this;
    const double reach = flat ? kFarthest : 2;
    camera.distance = std::clamp(distance, flat ? 0.1 : 1.3, kFarthest);
    camera.pan = {std::clamp(pan.x(), -reach, reach), std::clamp(pan.y(), -reach, reach)};
    return camera;
}

EyeFrame eyeFrame(const OrbitCamera& camera) {
    if (camera.flat) return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double yaw = radians(camera.yaw), pitch = radians(camera.pitch);
    return {{std::cos(yaw), 0, -std::sin(yaw)},
            {-std::sin(yaw) * std::sin(pitch), std::cos(pitch), -std::cos(yaw) * std::sin(pitch)},
            {std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch)}};
}

Projector::Projector(const OrbitCamera& camera, const QSizeF& size)
    : eye_(eyeFrame(camera)), distance_(camera.distance), flat_(camera.flat) {
    const double side = std::min(size.width(), size.height());
    focal_ = focal_length * side * camera.share;
    center_ = QPointF(size.width() / 2, size.height() / 2) + camera.pan * side;
}

ScreenPoint Projector::operator()(const Vec3& point) const {
    if (flat_) {
        const double scale = focal_ / distance_;
        return {center_.x() + point.x * scale, center_.y() - point.y * scale, distance_ - 1, scale,
                focal_ / OrbitCamera{}.distance};
    }
    const double depth = distance_ - dot(point, eye_.back);
    if (depth < kNear) return {center_.x(), center_.y(), depth, 0, 0};
    const double scale = focal_ / depth;
    return {center_.x() + dot(point, eye_.right) * scale, center_.y() - dot(point, eye_.up) * scale,
            depth, scale, scale};
}

QPointF Projector::direction(const Vec3& vector) const {
    return {dot(vector, eye_.right), -dot(vector, eye_.up)};
}

double Projector::towardsEye(const Vec3& vector) const {
    return dot(vector, eye_.back);
}

}  // namespace orrery
