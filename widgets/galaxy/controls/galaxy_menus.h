// SPDX-License-Identifier: GPL-3.0-or-later
// What the galaxy can be asked to show besides its keys: buttons at the end of a row.
#pragma once
#include <QString>
#include <filesystem>
#include <functional>

#include "widgets/galaxy/render/camera.h"

class QWidget;

namespace orrery {

class FlowRow;
class GalaxyHalves;

/// `ask` gets the text whose queries are shown; an empty one takes them away.
void addQueriesMenu(FlowRow& row, const std::function<void(const QString& text)>& ask);

/// The cameras that a run keeps with its views (camera_bookmarks.h): goes to one, keeps the one on
/// show, removes one. What can't be written is said.
struct CameraMenu {
    std::function<std::filesystem::path()> folder;  // of the run; empty = it has none
    std::function<OrbitCamera()> camera;
    std::function<void(const OrbitCamera& camera)> show;
    QWidget* parent = nullptr;
};
void addCameraMenu(FlowRow& row, const CameraMenu& cameras);

/// Begins and ends a comparison. `runs` gives the folder in which the choice of a run begins.
void addCompareMenu(FlowRow& row, GalaxyHalves& halves,
                    const std::function<std::filesystem::path()>& runs);

}  // namespace orrery
