// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/render/painter_renderer.h"

#include <QPainter>

#include "widgets/galaxy/render/galaxy_painter.h"

namespace orrery {
namespace {

constexpr int kRest = 160;                 // ms without a move: the exact picture is drawn
constexpr std::size_t kFewPoints = 2'000;  // are drawn exactly while they move, too

}  // namespace

PainterRenderer::PainterRenderer(QWidget* parent)
    : QWidget(parent), scene_(std::make_shared<GalaxyScene>()) {
    setObjectName(QStringLiteral("galaxyCanvas"));
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(160, 120);
    rest_.setSingleShot(true);
    rest_.setInterval(kRest);
    connect(&rest_, &QTimer::timeout, this, qOverload<>(&QWidget::update));
}

void PainterRenderer::setScene(std::shared_ptr<const GalaxyScene> scene) {
    scene_ = std::move(scene);
    still_ = {};
    // One after the other: a film.
    if (since_scene_.isValid() && since_scene_.elapsed() < kRest) rest_.start();
    since_scene_.start();
    update();
}

void PainterRenderer::setCamera(const OrbitCamera& camera) {
    if (camera == camera_) return;
    camera_ = camera;
    still_ = {};
    rest_.start();
    update();
}

void PainterRenderer::setMarks(const GalaxyMarks& marks) {
    if (marks == marks_) return;
    if (marks.selected != marks_.selected) still_ = {};
    marks_ = marks;
    update();
}

void PainterRenderer::paintPoints(QPainter& painter) {
    if (rest_.isActive() && scene_->points.size() > kFewPoints)
        return paintGalaxyPoints(painter, size(), *scene_, camera_, marks_, GalaxyInk::moving);
    const QSize pixels = (QSizeF(size()) * devicePixelRatioF()).toSize();
    if (still_.size() != pixels) {
        still_ = QImage(pixels, QImage::Format_RGB32);
        still_.setDevicePixelRatio(devicePixelRatioF());
        QPainter still(&still_);
        still.setFont(font());  // words may take room from the points
        paintGalaxyPoints(still, size(), *scene_, camera_, marks_, GalaxyInk::screen);
    }
    painter.drawImage(QPointF(0, 0), still_);
}

void PainterRenderer::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintPoints(painter);
    paintGalaxyMarks(painter, size(), *scene_, camera_, marks_);
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

}  // namespace orrery
