// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/render/galaxy_renderers.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLibrary>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QSettings>
#include <algorithm>
#include <array>
#include <string_view>

#include "widgets/galaxy/render/painter_renderer.h"

namespace orrery {
namespace {

constexpr const char* kSetting = "galaxy/renderer";
constexpr std::array<std::string_view, 3> kWords = {"automatic", "painter", "vtk"};

QString modulePath() {
    return QCoreApplication::applicationDirPath() + QStringLiteral("/liborrery_vtk.so");
}

QString findOpenGl() {
    // Widgets of OpenGL end the program on these.
    const QString platform = QGuiApplication::platformName();
    if (platform == QLatin1String("offscreen") || platform == QLatin1String("minimal")) return {};
    QOffscreenSurface surface;
    surface.create();
    QOpenGLContext context;
    if (!context.create() || !context.makeCurrent(&surface)) return {};
    const auto* name = reinterpret_cast<const char*>(context.functions()->glGetString(GL_RENDERER));
    const QString found = QString::fromLatin1(name);
    context.doneCurrent();
    return found;
}

bool isSoftware(const QString& name) {
    return std::ranges::any_of(
        std::array{"llvmpipe", "softpipe", "swrast", "swr ", "software"},
        [&](const char* word) { return name.contains(QLatin1String(word), Qt::CaseInsensitive); });
}

/// OpenGL is asked only where the answer matters: that takes a while.
bool wantsVtk(RendererChoice choice) {
    RendererFacts facts{hasVtkRenderer(), hasGraphicsCard()};
    const bool automatic = choice == RendererChoice::automatic;
    if (choice == RendererChoice::painter || !facts.module || (automatic && !facts.card))
        return false;
    facts.opengl = openGlName();
    return drawsWithVtk(choice, facts);
}

GalaxyRenderer* loadVtk(QWidget* parent) {
    using Make = GalaxyRenderer* (*)(QWidget*);
    QLibrary library(modulePath());
    const auto make = reinterpret_cast<Make>(library.resolve("orrery_vtk_galaxy"));
    if (make) return make(parent);
    qWarning("The galaxy is painted: %s", qPrintable(library.errorString()));
    return nullptr;
}

}  // namespace

RendererChoice rendererChoice() {
    const QByteArray word = QSettings().value(QLatin1String(kSetting)).toByteArray();
    const auto found = std::ranges::find(kWords, word.toStdString());
    return found == kWords.end() ? RendererChoice::automatic
                                 : static_cast<RendererChoice>(found - kWords.begin());
}

void setRendererChoice(RendererChoice choice) {
    QSettings().setValue(QLatin1String(kSetting),
                         QLatin1String(kWords[static_cast<std::size_t>(choice)].data()));
}

bool hasVtkRenderer() {
    return QFileInfo::exists(modulePath());
}

QString openGlName() {
    static const QString name = findOpenGl();
    return name;
}

bool hasGraphicsCard(const std::filesystem::path& devices) {
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(devices, none))
        if (entry.path().filename().string().starts_with("renderD")) return true;
    return false;
}

bool drawsWithVtk(RendererChoice choice, const RendererFacts& facts) {
    if (choice == RendererChoice::painter || !facts.module || facts.opengl.isEmpty()) return false;
    return choice == RendererChoice::vtk || (facts.card && !isSoftware(facts.opengl));
}

GalaxyRenderer* makeGalaxyRenderer(QWidget* parent) {
    GalaxyRenderer* renderer = wantsVtk(rendererChoice()) ? loadVtk(parent) : nullptr;
    return renderer ? renderer : new PainterRenderer(parent);
}

}  // namespace orrery
