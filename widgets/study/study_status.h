// SPDX-License-Identifier: GPL-3.0-or-later
// How far a study is, in words. Values; any thread.
#pragma once
#include <QString>

#include "widgets/study/study_snapshot.h"

namespace orrery {

/// No trial waits any more: what was planned is done or failed.
bool isOver(const StudySnapshot& study);
/// It is over, and some failed.
bool canRetry(const StudySnapshot& study);
/// "alpha (tiny): 3 of 12 trials done, 1 training; 4 min left". `now` in seconds since 1970.
QString studyStateText(const StudySnapshot& study, double now);
/// The question, and how many predictions held; what was found where none was made.
QString studyQuestionText(const StudySnapshot& study, const QString& summary);
/// Where a base comes from that was taken from other studies' winners; empty for any other base.
QString studyBaseText(const StudySnapshot& study);
/// The question, and what can be said to it so far; empty when there is neither.
QString studyVerdictText(const StudySnapshot& study);

}  // namespace orrery
