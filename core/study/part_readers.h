// SPDX-License-Identifier: GPL-3.0-or-later
// The larger parts of a study's text. Private to core/study.
#pragma once
#include "core/study/study.h"
#include "core/study/study_text.h"

namespace orrery {

std::vector<StudyAxis> readAxes(StudyText& text, const YamlNode& node);
/// {label: {some: {...}}, ...}, or {range: [..]} and {log_range: [..]}, in place of what it has.
void readPoints(StudyText& text, const YamlNode& node, StudyAxis& axis);
std::vector<StudyObjective> readObjectives(StudyText& text, const YamlNode& node);
std::vector<VerdictRule> readVerdict(StudyText& text, const YamlNode& node);
std::vector<StudyScale> readScales(StudyText& text, const YamlNode& node, const Study& study,
                                   bool only_read);
std::vector<std::int64_t> readSeeds(StudyText& text, const YamlNode& node);
std::vector<TrialText> readTexts(StudyText& text, const YamlNode& node, const std::string& key);
/// In place of the domain of this name, wherever the study reads or trains on it. Throws Error.
void replaceText(Study& study, const std::string& name, const std::string& value);
/// Of a base that is a mapping, also what is taken otherwise: the study's chain and base.
void readChain(StudyText& text, const YamlNode& node, bool only_read, Study& study);
std::filesystem::path readBase(StudyText& text, const YamlNode& node, bool only_read);

}  // namespace orrery
