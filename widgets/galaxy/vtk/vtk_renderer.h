// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QOpenGLWidget>
#include <memory>

#include <vtkNew.h>

#include "widgets/galaxy/render/galaxy_renderer.h"
#include "widgets/galaxy/vtk/vtk_scene.h"

class vtkCallbackCommand;
class vtkGenericOpenGLRenderWindow;

namespace orrery {

/// The renderer that draws with the graphics card, by VTK in a widget of Qt 6 (Debian's own widget
/// of VTK is Qt 5's). Words and marks are painted over it by the painter's code. Not for the
/// platforms `offscreen` and `minimal`, which have no OpenGL.
class VtkRenderer : public QOpenGLWidget, public GalaxyRenderer {
    Q_OBJECT

public:
    explicit VtkRenderer(QWidget* parent = nullptr);
    ~VtkRenderer() override;

    QWidget* widget() override { return this; }
    void setScene(std::shared_ptr<const GalaxyScene> scene) override;
    void setCamera(const OrbitCamera& camera) override;
    void setMarks(const GalaxyMarks& marks) override;

protected:
    void initializeGL() override;
    void paintGL() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class Overlay;

    void letGo();
    QSize pixels() const;
    void blit();

    std::shared_ptr<const GalaxyScene> scene_;
    OrbitCamera camera_;
    GalaxyMarks marks_;
    VtkScene vtk_;
    vtkNew<vtkGenericOpenGLRenderWindow> window_;
    vtkNew<vtkCallbackCommand> events_;
    Overlay* overlay_;
    bool ready_ = false;
};

}  // namespace orrery
