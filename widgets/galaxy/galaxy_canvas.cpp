// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/galaxy_canvas.h"

#include <QWidget>
#include <utility>

#include "widgets/galaxy/galaxy_navigator.h"
#include "widgets/galaxy/render/galaxy_renderers.h"

namespace orrery {

GalaxyCanvas::GalaxyCanvas(QWidget* parent, const QString& name)
    : QObject(parent),
      renderer_(makeGalaxyRenderer(parent)),
      navigator_(new GalaxyNavigator(*renderer_->widget())) {
    widget()->setAccessibleName(name);
    connect(navigator_, &GalaxyNavigator::cameraChanged, this, [this] {
        renderer_->setCamera(camera());
        Q_EMIT cameraChanged(camera());
    });
    connect(navigator_, &GalaxyNavigator::hovered, this, [this](int point, const QPoint& place) {
        hovered_ = point;
        showMarks();
        Q_EMIT hovered(point, place);
    });
    connect(navigator_, &GalaxyNavigator::selected, this,
            [this](int point) { Q_EMIT selected(expertsAt(point)); });
    connect(navigator_, &GalaxyNavigator::toggled, this, [this](int point) {
        if (point >= 0) Q_EMIT toggled(expertsAt(point));
    });
    connect(navigator_, &GalaxyNavigator::lassoed, this, [this](std::vector<int> points) {
        std::erase_if(points, [this](int point) { return point >= keys_; });
        Q_EMIT selected(points);
    });
    connect(navigator_, &GalaxyNavigator::keyDropped, this, &GalaxyCanvas::keyDropped);
    connect(navigator_, &GalaxyNavigator::lassoChanged, this, [this](const QPolygonF& lasso) {
        lasso_ = lasso;
        showMarks();
    });
}

void GalaxyCanvas::setMovesKeys(bool on) {
    navigator_->setMovesKeys(on);
}

const OrbitCamera& GalaxyCanvas::camera() const {
    return navigator_->camera();
}

void GalaxyCanvas::setCamera(const OrbitCamera& camera) {
    navigator_->setCamera(camera);
}

void GalaxyCanvas::setScene(std::shared_ptr<const GalaxyScene> scene,
                            std::shared_ptr<const QueryCloud> queries) {
    keys_ = scene->keys();
    queries_ = std::move(queries);
    navigator_->setScene(scene);
    renderer_->setScene(std::move(scene));
    showMarks();
}

void GalaxyCanvas::setSelected(const std::vector<int>& experts) {
    experts_ = experts;
    navigator_->setSelected(experts.size() == 1 ? experts.front() : -1);
    showMarks();
}

std::vector<int> GalaxyCanvas::expertsAt(int point) const {
    return point < 0 ? std::vector<int>{} : expertsOfPoint(point, keys_, queries());
}

void GalaxyCanvas::showMarks() {
    renderer_->setMarks({hovered_, pointsOfExperts(experts_, keys_, queries()), lasso_});
}

}  // namespace orrery
