// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/vtk/vtk_scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <vtkActor.h>
#include <vtkCamera.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkFloatArray.h>
#include <vtkPointData.h>
#include <vtkPointGaussianMapper.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include "widgets/galaxy/render/scene_shade.h"

namespace orrery {
namespace {

constexpr double degrees_per_radian = 180 / std::numbers::pi;
constexpr double splat_reach = 2.6;  // of a splat's triangle, in radii: holds a diamond

vtkIdType addPoint(vtkPoints& points, const Vec3& at) {
    return points.InsertNextPoint(at.x, at.y, at.z);
}

void addColor(vtkUnsignedCharArray& colors, const QColor& color) {
    const unsigned char bytes[] = {static_cast<unsigned char>(color.red()),
                                   static_cast<unsigned char>(color.green()),
                                   static_cast<unsigned char>(color.blue())};
    colors.InsertNextTypedTuple(bytes);
}

void addLine(vtkPolyData& lines, vtkUnsignedCharArray& colors, const Vec3& from, const Vec3& to,
             const QColor& color) {
    const vtkIdType ends[] = {addPoint(*lines.GetPoints(), from), addPoint(*lines.GetPoints(), to)};
    lines.GetLines()->InsertNextCell(2, ends);
    addColor(colors, color);
}

std::string shaderColor(const QColor& color) {
    return "vec3(" + std::to_string(color.redF()) + ", " + std::to_string(color.greenF()) + ", " +
           std::to_string(color.blueF()) + ")";
}

/// A place o on the splat in radii, y up; a ball is lit from the upper left, as disc_splatter.cpp
/// does, and has a ring of the background's color.
std::string shaderOf(PointShape shape, const QColor& background) {
    const std::string begin =
        "//VTK::Color::Impl\n"
        "vec2 o = offsetVCVSOutput.xy;\n";
    const std::string light = "ambientColor *= light; diffuseColor *= light;\n";
    switch (shape) {
        case PointShape::square:
            return begin + "if (max(abs(o.x), abs(o.y)) > " + std::to_string(square_reach) +
                   ") discard;\n";
        case PointShape::diamond:
            return begin + "if (abs(o.x) + abs(o.y) > " + std::to_string(diamond_reach) +
                   ") discard;\n";
        case PointShape::cross:
            return begin + "if (max(abs(o.x), abs(o.y)) > " + std::to_string(cross_reach) +
                   " || min(abs(o.x - o.y), abs(o.x + o.y)) > 0.24) discard;\n";
        default:
            return begin +
                   "float far = length(o);\n"
                   "if (far > 1.18) discard;\n"
                   "float light = min(1.0 - 0.1167 * (o.x - o.y + far), 1.3);\n" +
                   light + "if (far > 1.0) { ambientColor = " + shaderColor(background) +
                   "; diffuseColor = vec3(0.0); }\n";
    }
}

}  // namespace

VtkScene::VtkScene() : scene_(std::make_shared<GalaxyScene>()) {
    for (std::size_t shape = 0; shape < shapes; ++shape) {
        mappers_[shape]->SetInputData(points_[shape]);
        mappers_[shape]->EmissiveOff();
        mappers_[shape]->SetScaleArray("radius");
        mappers_[shape]->SetScaleFactor(1);
        mappers_[shape]->SetTriangleScale(splat_reach);
        mappers_[shape]->SetScalarModeToUsePointData();
        actors_[shape]->SetMapper(mappers_[shape]);
        actors_[shape]->GetProperty()->LightingOff();
        renderer_->AddActor(actors_[shape]);
    }
    vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(lines_);
    mapper->SetScalarModeToUseCellData();
    line_actor_->SetMapper(mapper);
    line_actor_->GetProperty()->LightingOff();
    renderer_->AddActor(line_actor_);
    renderer_->SetBackgroundAlpha(1);  // else what is grabbed is transparent
}

VtkScene::~VtkScene() = default;

void VtkScene::setScene(std::shared_ptr<const GalaxyScene> scene) {
    scene_ = std::move(scene);
    const QColor& background = scene_->theme.background;
    renderer_->SetBackground(background.redF(), background.greenF(), background.blueF());
    for (std::size_t shape = 0; shape < shapes; ++shape)
        mappers_[shape]->SetSplatShaderCode(
            shaderOf(static_cast<PointShape>(shape), background).c_str());
}

void VtkScene::arrange(const OrbitCamera& camera, const GalaxyMarks& marks, const QSize& size) {
    placeCamera(camera, size);
    placePoints(camera, marks, size);
    placeLines(marks, camera.flat);
    renderer_->ResetCameraClippingRange();
}

void VtkScene::placeCamera(const OrbitCamera& camera, const QSize& size) {
    const EyeFrame eye = eyeFrame(camera);
    vtkCamera& view = *renderer_->GetActiveCamera();
    view.SetFocalPoint(0, 0, 0);
    view.SetPosition(eye.back.x * camera.distance, eye.back.y * camera.distance,
                     eye.back.z * camera.distance);
    view.SetViewUp(eye.up.x, eye.up.y, eye.up.z);
    // Of the shorter side; VTK's angle is that of the height unless told so.
    view.SetUseHorizontalViewAngle(size.width() < size.height());
    view.SetViewAngle(2 * std::atan(0.5 / (focal_length * camera.share)) * degrees_per_radian);
    const double side = std::min(size.width(), size.height());
    view.SetParallelProjection(camera.flat);
    view.SetParallelScale(size.height() * camera.distance /
                          (2 * focal_length * camera.share * side));  // half the height
    // The window's center in shares of half a side, the other way round.
    view.SetWindowCenter(-2 * camera.pan.x() * side / size.width(),
                         2 * camera.pan.y() * side / size.height());
}

void VtkScene::placePoints(const OrbitCamera& camera, const GalaxyMarks& marks,
                           const QSizeF& size) {
    const Projector project(camera, size);
    std::array<vtkNew<vtkPoints>, shapes> places;
    std::array<vtkNew<vtkFloatArray>, shapes> radii;
    std::array<vtkNew<vtkUnsignedCharArray>, shapes> colors;
    for (std::size_t shape = 0; shape < shapes; ++shape) {
        radii[shape]->SetName("radius");
        colors[shape]->SetNumberOfComponents(3);
    }
    for (std::size_t i = 0; i < scene_->points.size(); ++i) {
        const GalaxyPoint& point = scene_->points[i];
        const ScreenPoint at = project(point.position);
        if (at.scale <= 0) continue;
        const auto shape = static_cast<std::size_t>(point.shape);
        addPoint(*places[shape], point.position);
        radii[shape]->InsertNextValue(static_cast<float>(screenRadius(point, at.size) / at.scale));
        addColor(*colors[shape], shownColor(*scene_, i, at, camera, marks));
    }
    for (std::size_t shape = 0; shape < shapes; ++shape) {
        points_[shape]->SetPoints(places[shape]);
        points_[shape]->GetPointData()->AddArray(radii[shape]);
        points_[shape]->GetPointData()->SetScalars(colors[shape]);
        actors_[shape]->SetVisibility(places[shape]->GetNumberOfPoints() > 0);
    }
}

void VtkScene::placeLines(const GalaxyMarks& marks, bool flat) {
    vtkNew<vtkPoints> places;
    vtkNew<vtkCellArray> cells;
    vtkNew<vtkUnsignedCharArray> colors;
    colors->SetNumberOfComponents(3);
    lines_->SetPoints(places);
    lines_->SetLines(cells);
    if (!scene_->points.empty()) {
        for (const FloorLine& line : floorLines(flat))
            addLine(*lines_, *colors, line.from, line.to,
                    line.ring ? scene_->theme.grid : scene_->theme.subgrid);
        for (std::size_t i = 0; i < scene_->trails.size() && i < scene_->points.size(); ++i)
            for (std::size_t s = 1; s < scene_->trails[i].size(); ++s)
                addLine(*lines_, *colors, scene_->trails[i][s - 1], scene_->trails[i][s],
                        trailColor(*scene_, i, s, marks));
    }
    lines_->GetCellData()->SetScalars(colors);
    line_actor_->SetVisibility(places->GetNumberOfPoints() > 0);
}

}  // namespace orrery
