// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>

#include "widgets/galaxy/render/galaxy_scene.h"

class QWidget;

namespace orrery {

/// Shows a scene on the screen. The view knows no more of it than this, so that another renderer
/// (one that needs a graphics card) can take the place of the painter's. Nothing is drawn again
/// unless something of these changes. GUI thread.
class GalaxyRenderer {
public:
    virtual ~GalaxyRenderer() = default;
    /// Owned by its parent widget; it has the keyboard focus and the mouse.
    virtual QWidget* widget() = 0;
    virtual void setScene(std::shared_ptr<const GalaxyScene> scene) = 0;
    virtual void setCamera(const OrbitCamera& camera) = 0;
    virtual void setMarks(const GalaxyMarks& marks) = 0;
};

}  // namespace orrery
