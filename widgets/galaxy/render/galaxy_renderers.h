// SPDX-License-Identifier: GPL-3.0-or-later
// Which renderer draws a galaxy. GUI thread.
#pragma once
#include <QString>

class QWidget;

namespace orrery {

class GalaxyRenderer;

enum class RendererChoice {
    automatic,  // VTK where OpenGL is a graphics card's, else the painter
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

/// As the user chose; the painter where VTK can't be had, which a message in the log tells. Owned
/// by `parent`.
GalaxyRenderer* makeGalaxyRenderer(QWidget* parent);

}  // namespace orrery
