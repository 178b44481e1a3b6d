// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/galaxy_navigator.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>
#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/galaxy/galaxy_words.h"

namespace orrery {
namespace {

constexpr double kDegreesPerPixel = 0.4;
constexpr double kKeyPixels = 15;

}  // namespace

GalaxyNavigator::GalaxyNavigator(QWidget& target)
    : QObject(&target), target_(target), scene_(std::make_shared<GalaxyScene>()) {
    target.installEventFilter(this);
}

void GalaxyNavigator::setCamera(const OrbitCamera& camera) {
    OrbitCamera kept = camera;
    kept.flat = false;  // the scene says it
    if (kept == camera_) return;
    camera_ = kept;
    Q_EMIT cameraChanged();
}

bool GalaxyNavigator::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            return mousePress(static_cast<QMouseEvent&>(*event));
        case QEvent::MouseMove:
            return mouseMove(static_cast<QMouseEvent&>(*event));
        case QEvent::MouseButtonRelease:
            return mouseRelease(static_cast<QMouseEvent&>(*event));
        case QEvent::MouseButtonDblClick:
            setCamera(OrbitCamera{});
            dragged_ = true;
            return true;
        case QEvent::Wheel: {
            const auto& wheel = static_cast<QWheelEvent&>(*event);
            zoomAt(std::pow(1.0015, wheel.angleDelta().y()), wheel.position());
            return true;
        }
        case QEvent::KeyPress:
            return keyPress(static_cast<QKeyEvent&>(*event));
        case QEvent::Leave:
            if (hovered_ >= 0) Q_EMIT hovered(hovered_ = -1, {});
            return false;
        default:
            return QObject::eventFilter(watched, event);
    }
}

OrbitCamera GalaxyNavigator::ownCamera() const {
    OrbitCamera camera = camera_;
    camera.flat = scene_->flat;
    return camera.bounded();
}

OrbitCamera GalaxyNavigator::seenCamera() const {
    return cameraOf(*scene_, camera_, target_.size(), {target_.font(), &target_});
}

void GalaxyNavigator::zoomAt(double factor, const QPointF& place) {
    OrbitCamera camera = ownCamera();
    if (camera.flat) {
        const QRectF room = keysRoom(*scene_, target_.size(), {target_.font(), &target_});
        camera.zoomAt(factor, (place - room.center()) / std::min(room.width(), room.height()));
    } else {
        camera.zoom(factor);
    }
    setCamera(camera);
}

int GalaxyNavigator::pick(const QPointF& place) const {
    return pickPoint(*scene_, seenCamera(), target_.size(), place).value_or(-1);
}

bool GalaxyNavigator::mousePress(QMouseEvent& event) {
    pressed_ = last_ = event.position();
    dragged_ = false;
    lasso_.clear();
    dragged_key_ = -1;
    if (moves_keys_ && event.button() == Qt::LeftButton && event.modifiers() == Qt::NoModifier)
        if (const int key = pick(event.position()); key < scene_->keys()) dragged_key_ = key;
    if (event.button() == Qt::LeftButton && event.modifiers().testFlag(Qt::ControlModifier))
        lasso_ << event.position();
    return false;
}

bool GalaxyNavigator::mouseMove(QMouseEvent& event) {
    const QPointF by = event.position() - last_;
    last_ = event.position();
    if (event.buttons() & (Qt::LeftButton | Qt::MiddleButton)) {
        if ((event.position() - pressed_).manhattanLength() > 3) dragged_ = true;
        const bool move = event.buttons().testFlag(Qt::MiddleButton) ||
                          event.modifiers().testFlag(Qt::ShiftModifier);
        if (dragged_key_ >= 0) {
            if (dragged_) Q_EMIT lassoChanged(QPolygonF({pressed_, event.position()}));
            return true;
        }
        if (!lasso_.isEmpty()) {
            lasso_ << event.position();
            if (dragged_) Q_EMIT lassoChanged(lasso_);
            return true;
        }
        if (dragged_) turnOrMove(by, move);
        return true;
    }
    const int now = pick(event.position());
    if (now != hovered_) {
        hovered_ = now;
        Q_EMIT hovered(now, event.globalPosition().toPoint());
    }
    return false;
}

bool GalaxyNavigator::mouseRelease(QMouseEvent& event) {
    if (event.button() != Qt::LeftButton) return false;
    const QPolygonF lasso = std::exchange(lasso_, {});
    if (!lasso.isEmpty() && dragged_) {
        Q_EMIT lassoChanged({});
        Q_EMIT lassoed(pointsWithin(*scene_, seenCamera(), target_.size(), lasso));
        return true;
    }
    if (dragged_ && dragged_key_ >= 0) {
        dropKey(event.position());
        return true;
    }
    if (dragged_) return false;
    if (!lasso.isEmpty()) {
        Q_EMIT toggled(pick(event.position()));
        return true;
    }
    Q_EMIT selected(pick(event.position()));
    return true;
}

void GalaxyNavigator::dropKey(const QPointF& place) {
    const int key = std::exchange(dragged_key_, -1);
    Q_EMIT lassoChanged({});
    Q_EMIT keyDropped(key, keysNear(*scene_, seenCamera(), target_.size(), place, key));
}

void GalaxyNavigator::turnOrMove(const QPointF& by, bool move) {
    OrbitCamera camera = ownCamera();
    const double side = std::max(1, std::min(target_.width(), target_.height()));
    if (move || camera.flat)
        camera.move(by / (side * seenCamera().share));
    else
        camera.rotate(-by.x() * kDegreesPerPixel, by.y() * kDegreesPerPixel);
    setCamera(camera);
}

void GalaxyNavigator::stepSelection(int by) {
    const int count = scene_->keys();
    if (count == 0) return;
    const int from = selected_ < 0 ? (by > 0 ? -1 : count) : selected_;
    Q_EMIT selected((from + by + count) % count);
}

bool GalaxyNavigator::keyPress(QKeyEvent& event) {
    const bool move = event.modifiers().testFlag(Qt::ShiftModifier);
    OrbitCamera camera = ownCamera();
    switch (event.key()) {
        case Qt::Key_Left:
            turnOrMove({-kKeyPixels, 0}, move);
            return true;
        case Qt::Key_Right:
            turnOrMove({kKeyPixels, 0}, move);
            return true;
        case Qt::Key_Up:
            turnOrMove({0, -kKeyPixels}, move);
            return true;
        case Qt::Key_Down:
            turnOrMove({0, kKeyPixels}, move);
            return true;
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            camera.zoom(1.15);
            break;
        case Qt::Key_Minus:
            camera.zoom(1 / 1.15);
            break;
        case Qt::Key_Home:
            camera = OrbitCamera{};
            break;
        case Qt::Key_PageDown:
            stepSelection(1);
            return true;
        case Qt::Key_PageUp:
            stepSelection(-1);
            return true;
        case Qt::Key_Escape:
            if (selected_ < 0) return false;
            Q_EMIT selected(-1);
            return true;
        default:
            return false;
    }
    setCamera(camera);
    return true;
}

}  // namespace orrery
