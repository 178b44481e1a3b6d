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

/// The winner of the study in `folder`, taken over; what people are told of it.
std::string takeWinner(Study& study, const fs::path& folder, const std::string& scale,
                       const std::string& remedy) {
    const std::string& picked = study.chain.objective;
    StudyStore store = StudyStore::open(folder);
    const StudyTable table = makeStudyTable(store);
    if (table.done + table.failed < table.trials)
        throw Error("The base of " + study.name + " is the winner of " + folder.string() +
                    ", whose trials are not all done." + remedy);
    const std::size_t objective = table.objective(picked);
    const StudyCell* winner = winnerOf(table, objective);
    if (!winner)
        throw Error("The study " + folder.string() + " has no " + picked + " to pick a base by.");
    const std::int64_t number = winner->known(objective).front()->trial;
    for (const Trial& trial : store.plan()) {
        if (trial.number != number) continue;
        for (const auto& [key, value] : trial.set)
            if (key != "name" && key != "train.seed" && !key.starts_with(later_prefix))
                change(study, {chain_prefix + key, value});
    }
    change(study, {chain_prefix + "base", atScale(store.stated(), scale).base.string()});
    return "the winner of " + folder.string() + " by " + picked + " (" +
           rounded(winner->spread(objective).mean) + ", mean of " +
           std::to_string(winner->known(objective).size()) +
           " seeds): " + placeText(table, *winner);
}

}  // namespace

Study chained(Study study, const fs::path& studies, const std::string& scale) {
    const StudyChain chain = study.chain;
    if (chain.studies.empty() || !study.origin.empty()) return study;
    const fs::path otherwise = study.base;
    std::string origin;
    bool taken = false;
    for (const std::string& name : chain.studies) {
        const fs::path folder = studies / (name + "-" + scale);
        const std::string remedy = " Run it first: orrery-cli study run " +
                                   (study.file.parent_path() / (name + ".yaml")).string() +
                                   " --scale " + scale + " --out " + folder.string();
        std::error_code none;
        if (!origin.empty()) origin += "; ";
        if (fs::exists(folder / "study.db", none)) {
            origin += takeWinner(study, folder, scale, remedy);
            taken = true;
        } else if (otherwise.empty()) {
            throw Error("The base of " + study.name + " is the winner of the study " + name +
                        ", which has no folder " + folder.string() + "." + remedy);
        } else {
            origin += "nothing of the study " + name + ", which has no folder " + folder.string();
        }
    }
    if (!taken) origin = otherwise.string() + "; " + origin;
    change(study, {chain_prefix + "origin", origin});
    return study;
}

}  // namespace orrery
