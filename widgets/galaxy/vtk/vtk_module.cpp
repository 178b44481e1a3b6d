// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/vtk/vtk_renderer.h"

/// What galaxy_renderers.cpp asks for by name. GUI thread.
extern "C" __attribute__((visibility("default"))) orrery::GalaxyRenderer* orrery_vtk_galaxy(
    QWidget* parent) {
    return new orrery::VtkRenderer(parent);
}
