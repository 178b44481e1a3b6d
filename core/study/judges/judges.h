// SPDX-License-Identifier: GPL-3.0-or-later
// What each kind of rule says of a study's values (verdict.h); judge() makes a judgement of it.
// Private to core/study.
#pragma once
#include "core/study/judges/trial_pairs.h"
#include "core/study/verdict.h"

namespace orrery {

/// What `expect` may say of a difference with an interest.
inline const std::string kNotLarger = "not larger";

Finding judgeDifference(const StudyTable& table, const VerdictRule& rule);
Finding judgeInteraction(const StudyTable& table, const VerdictRule& rule);
Finding judgeTrend(const StudyTable& table, const VerdictRule& rule);
Finding judgeCorrelation(const StudyTable& table, const VerdictRule& rule);
Finding judgeBest(const StudyTable& table, const VerdictRule& rule);
Finding judgeBoundary(const StudyTable& table, const VerdictRule& rule);
Finding judgeCrossover(const StudyTable& table, const VerdictRule& rule);
/// Of a study without rules: its best cell, and how the next one differs.
Finding bestCell(const StudyTable& table);

/// The cells at these labels.
StudyTable partOf(const StudyTable& table, const Labels& at);
/// The two-sided p value at which one of `labels` may be called the best, or the first: whichever
/// of them chance favors, one study in twenty is called at most (Bonferroni over the labels, each
/// of which has one direction to be called in).
double levelOfBest(std::size_t labels);

}  // namespace orrery
