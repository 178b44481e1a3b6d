// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/window/command/command_palette.h"

class QMenuBar;

namespace orrery {

/// Every enabled action of the menus, with the menus that it is in.
std::vector<CommandEntry> menuEntries(QMenuBar& bar);
/// Every setting, by its key; `go` brings one into view.
std::vector<CommandEntry> fieldEntries(const std::function<void(const std::string& key)>& go);
/// The runs directly under a folder and one below, newest name first.
std::vector<CommandEntry> runEntries(const std::filesystem::path& runs_folder,
                                     const std::function<void(const QString& folder)>& open);

}  // namespace orrery
