// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/ranks/run_ranks.h"

#include <string>
#include <vector>

#include "core/ranks/c10d_ranks.h"

namespace orrery {

void RunRanks::open(const SessionOptions& options, const Config& config) {
    if (!ranks.alone()) return;
    const std::chrono::seconds limit(config.train.rank_timeout);
    place = options.place;
    if (place.size == 1 && config.train.processes > 1) {
        std::vector<std::string> command = {siblingProgram("orrery-cli"), "follow"};
        if (!options.token_folder.empty()) command.push_back(options.token_folder.string());
        others =
            std::make_unique<LocalRanks>(static_cast<int>(config.train.processes), command, limit);
        place = others->place();
    }
    place.limit = limit;
    ranks = connectRanks(place);
}

}  // namespace orrery
