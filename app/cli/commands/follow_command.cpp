// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/commands/commands.h"
#include "app/cli/launched_ranks.h"
#include "core/error.h"

namespace orrery::cli {

void addFollow(CLI::App& app, Context& context) {
    auto tokens = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("follow", "Train as a rank of another process's run");
    command->group("");  // for LocalRanks alone
    command->add_option("TOKENS", *tokens, "Folder of token caches");
    command->callback([tokens, &context] {
        const RankPlace place = rankPlace(environmentVariables());
        if (place.rank == 0)
            throw Error("orrery-cli follow is started by orrery-cli train --processes.");
        context.result = followLaunched(place, std::nullopt, *tokens);
    });
}

}  // namespace orrery::cli
