// SPDX-License-Identifier: GPL-3.0-or-later
// What a study came to, as text and JSON.
#pragma once
#include <filesystem>
#include <string>

#include "core/study/study_store.h"
#include "core/study/study_table.h"

namespace orrery::cli {

std::string studyText(const StudyTable& table);
std::string studyJson(const StudyTable& table);
/// Each trial's state, how far it is by its run's database, and how long the rest will take.
std::string statusText(StudyStore& store, const std::filesystem::path& folder);

}  // namespace orrery::cli
