// SPDX-License-Identifier: GPL-3.0-or-later
// Cameras with a name, kept with a run's views: views/cameras.json.
#pragma once
#include <QString>
#include <QStringList>
#include <filesystem>
#include <vector>

#include "widgets/galaxy/render/camera.h"

namespace orrery {

struct CameraBookmark {
    QString name;
    OrbitCamera camera;
};

/// In the order in which they were made. Empty where there are none, or none that can be read.
std::vector<CameraBookmark> readBookmarks(const std::filesystem::path& run_folder);
/// Of this name, instead of one that was; an empty folder or name: nothing. Throws Error.
void keepBookmark(const std::filesystem::path& run_folder, const CameraBookmark& bookmark);
/// Throws Error.
void removeBookmark(const std::filesystem::path& run_folder, const QString& name);

/// Words of a look, "camera=NAME" with the numbers that the name stands for. Numbers stay,
/// and so does a name that the run does not have, which is refused by who reads the words.
QStringList withNamedCamera(QStringList words, const std::filesystem::path& run_folder);

}  // namespace orrery
