// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QVector>
#include <filesystem>

#include "app/window/window_settings.h"
#include "widgets/start/start_page.h"

namespace orrery {

/// What the start page lists: what was open lately, then runs of the runs folder that were not,
/// newest first, at most 14; runs with their state and step. Reads run databases: any thread but
/// the GUI's.
QVector<RecentItem> describeRecent(const QVector<WindowSettings::Recent>& recent,
                                   const std::filesystem::path& runs_folder);

}  // namespace orrery
