// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/vtk/vtk_renderer.h"

#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>
#include <QPainter>
#include <QSurfaceFormat>

#include <vtkCallbackCommand.h>
#include <vtkCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkOpenGLFramebufferObject.h>
#include <vtkOpenGLState.h>
#include <vtkRenderer.h>

#include "widgets/galaxy/galaxy_words.h"
#include "widgets/galaxy/render/galaxy_painter.h"

namespace orrery {
namespace {

QSurfaceFormat coreProfile() {
    QSurfaceFormat format;
    format.setRenderableType(QSurfaceFormat::OpenGL);
    format.setVersion(3, 2);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setDepthBufferSize(24);
    return format;
}

/// VTK asks whose context is current. makeCurrent() also binds the widget's framebuffer behind
/// VTK's back, so it is called only when another context is.
void answer(vtkObject*, unsigned long event, void* widget, void* data) {
    auto* self = static_cast<QOpenGLWidget*>(widget);
    const bool current = self->isValid() && QOpenGLContext::currentContext() == self->context();
    if (event == vtkCommand::WindowMakeCurrentEvent && self->isValid() && !current)
        self->makeCurrent();
    if (event == vtkCommand::WindowIsCurrentEvent) *static_cast<bool*>(data) = current;
    if (event == vtkCommand::WindowSupportsOpenGLEvent || event == vtkCommand::WindowIsDirectEvent)
        *static_cast<int*>(data) = 1;
}

}  // namespace

/// A sheet over the picture for words and marks: grabs of the widget hold it, which they would not
/// if it were painted within paintGL().
class VtkRenderer::Overlay : public QWidget {
public:
    explicit Overlay(VtkRenderer* owner) : QWidget(owner), owner_(owner) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        paintGalaxyMarks(painter, size(), *owner_->scene_, owner_->camera_, owner_->marks_);
        if (!owner_->hasFocus()) return;
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }

private:
    VtkRenderer* owner_;
};

VtkRenderer::VtkRenderer(QWidget* parent)
    : QOpenGLWidget(parent), scene_(std::make_shared<GalaxyScene>()), overlay_(new Overlay(this)) {
    setObjectName(QStringLiteral("galaxyCanvas"));
    setFormat(coreProfile());
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(160, 120);
    window_->SetOwnContext(false);
    window_->SetFrameBlitModeToNoBlit();  // blit() does it
    window_->SetReadyForRendering(false);
    window_->AddRenderer(vtk_.renderer());
    events_->SetClientData(static_cast<QOpenGLWidget*>(this));
    events_->SetCallback(answer);
    for (const auto event :
         {vtkCommand::WindowMakeCurrentEvent, vtkCommand::WindowIsCurrentEvent,
          vtkCommand::WindowSupportsOpenGLEvent, vtkCommand::WindowIsDirectEvent})
        window_->AddObserver(event, events_);
}

VtkRenderer::~VtkRenderer() {
    letGo();
    window_->RemoveObserver(events_);
}

void VtkRenderer::setScene(std::shared_ptr<const GalaxyScene> scene) {
    scene_ = std::move(scene);
    vtk_.setScene(scene_);
    update();
    overlay_->update();
}

void VtkRenderer::setCamera(const OrbitCamera& camera) {
    if (camera == camera_) return;
    camera_ = camera;
    update();
    overlay_->update();
}

void VtkRenderer::setMarks(const GalaxyMarks& marks) {
    if (marks == marks_) return;
    if (marks.selected != marks_.selected) update();
    marks_ = marks;
    overlay_->update();
}

QSize VtkRenderer::pixels() const {
    return (QSizeF(size()) * devicePixelRatioF()).toSize();
}

/// The context is going: with the widget, or because its dock floats now.
void VtkRenderer::letGo() {
    if (!ready_) return;
    makeCurrent();
    window_->Finalize();
    window_->SetReadyForRendering(false);
    ready_ = false;
    doneCurrent();
}

void VtkRenderer::initializeGL() {
    connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &VtkRenderer::letGo,
            Qt::DirectConnection);
    window_->SetReadyForRendering(true);
    window_->SetMapped(1);
    // Debian's GLEW complains of contexts that are not GLX's, and works.
    vtkObject::GlobalWarningDisplayOff();
    window_->OpenGLInitContext();
    window_->OpenGLInit();
    vtkObject::GlobalWarningDisplayOn();
    ready_ = true;
}

void VtkRenderer::resizeEvent(QResizeEvent* event) {
    QOpenGLWidget::resizeEvent(event);
    overlay_->resize(size());
}

void VtkRenderer::paintGL() {
    window_->SetSize(pixels().width(), pixels().height());
    vtk_.arrange(cameraOf(*scene_, camera_, size(), {font(), this}), marks_, size());
    window_->GetState()->Reset();
    window_->GetState()->vtkglDepthFunc(GL_LEQUAL);  // Qt leaves another
    vtkObject::GlobalWarningDisplayOff();
    window_->Render();
    vtkObject::GlobalWarningDisplayOn();
    blit();
}

/// From VTK's framebuffer to the widget's.
void VtkRenderer::blit() {
    makeCurrent();
    QOpenGLExtraFunctions& gl = *context()->extraFunctions();
    const QSize size = pixels();
    window_->GetDisplayFramebuffer()->Bind(GL_READ_FRAMEBUFFER);
    gl.glReadBuffer(GL_COLOR_ATTACHMENT0);
    gl.glBindFramebuffer(GL_DRAW_FRAMEBUFFER, defaultFramebufferObject());
    gl.glDisable(GL_SCISSOR_TEST);
    gl.glBlitFramebuffer(0, 0, size.width(), size.height(), 0, 0, size.width(), size.height(),
                         GL_COLOR_BUFFER_BIT, GL_NEAREST);
    gl.glBindFramebuffer(GL_FRAMEBUFFER, defaultFramebufferObject());
}

}  // namespace orrery
