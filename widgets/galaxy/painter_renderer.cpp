// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/painter_renderer.h"

#include <QElapsedTimer>
#include <QPainter>

#include "widgets/galaxy/galaxy_painter.h"

namespace orrery {

PainterRenderer::PainterRenderer(QWidget* parent)
    : QWidget(parent), scene_(std::make_shared<GalaxyScene>()) {
    setObjectName(QStringLiteral("galaxyCanvas"));
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(160, 120);
}

void PainterRenderer::setScene(std::shared_ptr<const GalaxyScene> scene) {
    scene_ = std::move(scene);
    update();
}

void PainterRenderer::setCamera(const OrbitCamera& camera) {
    if (camera == camera_) return;
    camera_ = camera;
    update();
}

void PainterRenderer::setMarks(const GalaxyMarks& marks) {
    if (marks == marks_) return;
    marks_ = marks;
    update();
}

void PainterRenderer::paintEvent(QPaintEvent*) {
    QElapsedTimer clock;
    clock.start();
    QPainter painter(this);
    paintGalaxy(painter, size(), *scene_, camera_, marks_, GalaxyInk::screen);
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
    last_paint_ = static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

}  // namespace orrery
