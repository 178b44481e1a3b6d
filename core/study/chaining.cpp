// SPDX-License-Identifier: GPL-3.0-or-later
// A study whose base is the winner of another one.
#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/study/judges/trial_pairs.h"
#include "core/study/study.h"
#include "core/study/study_store.h"
#include "core/study/study_table.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

/// The cell of the best mean, of those with most seeds; nullptr without one.
const StudyCell* winnerOf(const StudyTable& table, std::size_t objective) {
    const double sign = table.study.objectives[objective].better == "higher" ? -1 : 1;
    const StudyCell* best = nullptr;
    const auto rank = [&](const StudyCell& cell) {
        return std::pair(-static_cast<double>(cell.known(objective).size()),
                         sign * cell.spread(objective).mean);
    };
    for (const StudyCell& cell : table.cells)
        if (!cell.known(objective).empty() && (!best || rank(cell) < rank(*best))) best = &cell;
    return best;
}

std::string placeText(const StudyTable& table, const StudyCell& cell) {
    Labels labels;
    for (std::size_t i = 0; i < cell.labels.size(); ++i)
        labels[table.study.axes[i].name] = cell.labels[i];
    return labelsText(labels);
}

}  // namespace

Study chained(Study study, const fs::path& studies, const std::string& scale) {
    const StudyChain chain = study.chain;
    if (chain.study.empty() || !study.origin.empty()) return study;
    const fs::path folder = studies / (chain.study + "-" + scale);
    const std::string remedy = " Run it first: orrery-cli study run " +
                               (study.file.parent_path() / (chain.study + ".yaml")).string() +
                               " --scale " + scale + " --out " + folder.string();
    std::error_code none;
    if (!fs::exists(folder / "study.db", none))
        throw Error("The base of " + study.name + " is the winner of the study " + chain.study +
                    ", which has no folder " + folder.string() + "." + remedy);
    StudyStore store = StudyStore::open(folder);
    const StudyTable table = makeStudyTable(store);
    if (table.done + table.failed < table.trials)
        throw Error("The base of " + study.name + " is the winner of " + folder.string() +
                    ", whose trials are not all done." + remedy);
    const std::size_t objective = table.objective(chain.objective);
    const StudyCell* winner = winnerOf(table, objective);
    if (!winner)
        throw Error("The study " + folder.string() + " has no " + chain.objective +
                    " to pick a base by.");
    const std::int64_t number = winner->known(objective).front()->trial;
    for (const Trial& trial : store.plan()) {
        if (trial.number != number) continue;
        for (const auto& [key, value] : trial.set)
            if (key != "name" && key != "train.seed" && !key.starts_with(later_prefix))
                change(study, {chain_prefix + key, value});
    }
    change(study, {chain_prefix + "base", atScale(store.stated(), scale).base.string()});
    change(study, {chain_prefix + "origin",
                   "the winner of " + folder.string() + " by " + chain.objective + " (" +
                       rounded(winner->spread(objective).mean) + ", mean of " +
                       std::to_string(winner->known(objective).size()) + " seeds): " +
                       placeText(table, *winner)});
    return study;
}

}  // namespace orrery
