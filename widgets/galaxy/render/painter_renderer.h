// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QElapsedTimer>
#include <QImage>
#include <QTimer>
#include <QWidget>

#include "widgets/galaxy/render/galaxy_renderer.h"

namespace orrery {

/// The renderer that draws with the processor: everywhere, and faster than OpenGL in software.
/// Many points are drawn quickly while they move (GalaxyInk::moving), and exactly once they rest;
/// the picture at rest is kept, so that the pointer's marks cost no points.
class PainterRenderer : public QWidget, public GalaxyRenderer {
    Q_OBJECT

public:
    explicit PainterRenderer(QWidget* parent = nullptr);

    QWidget* widget() override { return this; }
    void setScene(std::shared_ptr<const GalaxyScene> scene) override;
    void setCamera(const OrbitCamera& camera) override;
    void setMarks(const GalaxyMarks& marks) override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintPoints(QPainter& painter);

    std::shared_ptr<const GalaxyScene> scene_;
    OrbitCamera camera_;
    GalaxyMarks marks_;
    QTimer rest_;  // running: the picture moves
    QElapsedTimer since_scene_;
    QImage still_;  // floor, trails and points at rest; null = to be drawn
};

}  // namespace orrery
