// SPDX-License-Identifier: GPL-3.0-or-later
// What follows from a study's results, by rules that its file states.
//
// Values of two cells are compared pair by pair: same seed, same point of every other axis; cells
// are blocks, seeds are what is independent (core/analysis/seed_noise.h); "beyond seed noise" is
// core/README.md, section 8. The kinds of rule, and the outcomes that `expect` names:
//
// difference   of `of` between the cells `at` and the cells `than`, or between the objectives `of`
//              and `with` of the same trial: smaller, larger, same (within seed noise); with
//              `interest`, also equal (smaller than that, by two one-sided tests at 5 %), and
//              not larger where that is expected (by one of them)
// interaction  that difference `under` some labels minus the one `against` others: smaller, larger,
//              same, equal. A gain in loss that grows is "smaller": the difference sinks further
// trend        of `of` along an axis: rank correlation of the value with the place of the label,
//              within the same seed and other axes; by 999 permutations at 5 %: rises, falls, none
// correlation  of `of` and `with` over cells, each the mean of its seeds: positive, negative, none
// best         label of `along`: that label when it is better than every other one beyond seed
//              noise, else several; inside when it is neither the first nor the last
// boundary     `of` is 1 (collapsed) or 0 (stable); a cell is collapsed when half of its seeds are:
//              none, some, all; with `by`, the label with most stable cells by a sign test over
//              trials, several when that may be chance, or same
// crossover    first label along `along` from which on `of` is below `with`, or below in the cells
//              `at` than in the cells `than`, beyond seed noise: that label; exists; none
//
// A study without any effect is called by one rule once in twenty times at most; by any of its
// rules too where Holm's correction is asked (verdictLine). Best and crossover choose their label
// by the data, and so need levelOfBest() (judges.h).
//
// Noise is told of from two different seeds up: a difference or best of one seed is open, at
// however many points. A prediction is open, too, when only chance is seen where something was
// predicted: same, none of ranks, several.
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "core/study/study_table.h"

namespace orrery {

struct Finding {
    enum class Judgement { open, as_predicted, not_as_predicted, no_prediction };
    std::string outcome;  // "smaller"; empty while there is too little to tell
    std::string text;     // a sentence with the numbers
    Judgement judgement = Judgement::open;
    /// What was judged: a mean difference with its 95 % interval, a rank correlation the
    /// mean of the best, the share of collapsed cells; NaN where there is none.
    double value = std::numeric_limits<double>::quiet_NaN();
    double low = std::numeric_limits<double>::quiet_NaN();
    double high = std::numeric_limits<double>::quiet_NaN();
    /// Of chance alone, at 5 % the outcome's own test; NaN where there was none.
    double p_value = std::numeric_limits<double>::quiet_NaN();
};

/// What is wrong with a study's rules: unknown objectives, axes and labels, missing parts.
std::vector<std::string> ruleFaults(const Study& study);
Finding judge(const StudyTable& table, const VerdictRule& rule);
/// Of all rules; a study without rules is judged by the best cell of its first objective.
std::vector<Finding> judgeStudy(const StudyTable& table);
/// "Verdict: 1 of 2 predictions held, 1 open. <texts>"
std::string verdictLine(const std::vector<Finding>& findings);

}  // namespace orrery
