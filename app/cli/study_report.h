// SPDX-License-Identifier: GPL-3.0-or-later
// What a study came to, as text and JSON.
#pragma once
#include <string>

#include "core/study/study_store.h"
#include "core/study/study_table.h"

namespace orrery::cli {

std::string studyText(const StudyTable& table);
std::string studyJson(const StudyTable& table);
/// Each trial's state, and how long the rest will take.
std::string statusText(StudyStore& store);

}  // namespace orrery::cli
