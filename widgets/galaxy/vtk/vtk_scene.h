// SPDX-License-Identifier: GPL-3.0-or-later
// A galaxy's scene and camera as VTK's: points of each shape, trails, floor. No widget.
#pragma once
#include <QSize>
#include <array>
#include <memory>
#include <string>

#include <vtkNew.h>

#include "widgets/galaxy/render/galaxy_scene.h"

class vtkActor;
class vtkPointGaussianMapper;
class vtkPolyData;
class vtkRenderer;

namespace orrery {

/// One thread, the GUI's.
class VtkScene {
public:
    VtkScene();
    ~VtkScene();
    VtkScene(const VtkScene&) = delete;
    VtkScene& operator=(const VtkScene&) = delete;

    vtkRenderer* renderer() { return renderer_; }
    void setScene(std::shared_ptr<const GalaxyScene> scene);
    /// The picture of a size in pixels, points of the colors and sizes that the painter would give
    /// them there.
    void arrange(const OrbitCamera& camera, const GalaxyMarks& marks, const QSize& size);

private:
    static constexpr std::size_t shapes = 4;  // of PointShape

    void placeCamera(const OrbitCamera& camera, const QSize& size);
    void placePoints(const OrbitCamera& camera, const GalaxyMarks& marks, const QSizeF& size);
    void placeLines(const GalaxyMarks& marks, bool flat);

    std::shared_ptr<const GalaxyScene> scene_;
    vtkNew<vtkRenderer> renderer_;
    std::array<vtkNew<vtkPolyData>, shapes> points_;
    std::array<vtkNew<vtkPointGaussianMapper>, shapes> mappers_;
    std::array<vtkNew<vtkActor>, shapes> actors_;
    vtkNew<vtkPolyData> lines_;
    vtkNew<vtkActor> line_actor_;
};

}  // namespace orrery
