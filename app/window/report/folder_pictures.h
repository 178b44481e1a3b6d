// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>

namespace orrery {

/// Draws what a folder has pictures of, each as SVG and PDF: loss and usage of a run into its
/// figures/, every picture of a study into its folder (and the numbers of keys.csv, which are
/// projected for it), of controls controls.svg. Replaces those of an earlier call; goes through no
/// link. Throws Error, also for a folder that is none of these. GUI thread, no window; takes
/// seconds.
void writeFolderPictures(const std::filesystem::path& folder);

}  // namespace orrery
