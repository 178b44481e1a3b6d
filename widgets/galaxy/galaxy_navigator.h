// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QPoint>
#include <memory>

#include "widgets/galaxy/render/galaxy_scene.h"

class QKeyEvent;
class QMouseEvent;
class QWidget;

namespace orrery {

/// Turns mouse and keyboard on a renderer's widget into camera moves and picked points, whatever
/// renders it. Drag: turn; Shift or the middle button and drag: move; wheel: zoom; double click:
/// from the start. A flat picture is moved instead of turned, and zoomed where the pointer is.
/// Arrows: turn; Shift and arrows: move; + and -: zoom; Home: from the start; Page
/// Up and Down: the next expert; Esc: none. Ctrl and drag: a lasso around several; Ctrl and click:
/// one more, or one less.
class GalaxyNavigator : public QObject {
    Q_OBJECT

public:
    explicit GalaxyNavigator(QWidget& target);
    void setScene(std::shared_ptr<const GalaxyScene> scene) { scene_ = std::move(scene); }
    const OrbitCamera& camera() const { return camera_; }
    void setCamera(const OrbitCamera& camera);
    /// The point that Page Up and Down start from.
    void setSelected(int index) { selected_ = index; }
    /// Whether a drag that begins on a key moves that instead of the camera.
    void setMovesKeys(bool on) { moves_keys_ = on; }

Q_SIGNALS:
    void cameraChanged();
    void hovered(int index, const QPoint& global_position);  // -1 = none
    void selected(int index);                                // -1 = none
    void toggled(int index);                                 // one more or one less
    void lassoChanged(const QPolygonF& lasso);               // empty = it has ended
    void lassoed(const std::vector<int>& indices);
    /// A key was dropped at a place between these others (keysNear()).
    void keyDropped(int index, const std::vector<std::pair<int, double>>& near);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool mousePress(QMouseEvent& event);
    bool mouseMove(QMouseEvent& event);
    bool mouseRelease(QMouseEvent& event);
    void dropKey(const QPointF& place);
    bool keyPress(QKeyEvent& event);
    void turnOrMove(const QPointF& by, bool move);
    void stepSelection(int by);
    int pick(const QPointF& place) const;
    /// The user's camera, which knows whether the picture is flat.
    OrbitCamera ownCamera() const;
    /// That it is drawn with.
    OrbitCamera seenCamera() const;
    void zoomAt(double factor, const QPointF& place);

    QWidget& target_;
    std::shared_ptr<const GalaxyScene> scene_;
    OrbitCamera camera_;
    QPointF pressed_, last_;
    QPolygonF lasso_;
    bool dragged_ = false;
    bool moves_keys_ = false;
    int dragged_key_ = -1;
    int hovered_ = -1;
    int selected_ = -1;
};

}  // namespace orrery
