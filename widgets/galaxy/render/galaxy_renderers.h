// SPDX-License-Identifier: GPL-3.0-or-later
// Which renderer draws a galaxy. GUI thread.
#pragma once
#include <QString>
#include <filesystem>

class QWidget;

namespace orrery {

class GalaxyRenderer;

enum class RendererChoice {
    automatic,  // VTK where a graphics card is and draws, else the painter
    painter,
    vtk,  // also on OpenGL in software, which is slower than the painter
};

/// What the user chose (kept in the settings), for views that are made from then on.
RendererChoice rendererChoice();
void setRendererChoice(RendererChoice choice);

/// Whether the module that draws with VTK is beside the program.
bool hasVtkRenderer();
/// The name of what OpenGL draws with here; empty where there is none. Takes some 30 ms, once.
QString openGlName();

/// Whether a folder of devices has a graphics card that programs may draw with (renderD*).
bool hasGraphicsCard(const std::filesystem::path& devices = "/dev/dri");

struct RendererFacts {
    bool module = false;  // VTK's is there
    bool card = false;
    QString opengl = {};  // as openGlName()
};
/// Whether VTK draws. A card does not help where OpenGL is software's all the same (another X
/// server).
bool drawsWithVtk(RendererChoice choice, const RendererFacts& facts);

/// As the user chose; the painter where VTK can't be had, which a message in the log tells. Owned
/// by `parent`.
GalaxyRenderer* makeGalaxyRenderer(QWidget* parent);

}  // namespace orrery
