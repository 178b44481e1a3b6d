// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/launched_ranks.h"

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>

#include "core/config/yaml.h"
#include "core/files/printable.h"
#include "core/ranks/rank_lost.h"
#include "core/train/ranks/rank_follower.h"

namespace orrery::cli {

void addProcesses(CLI::App& command, std::int64_t& processes) {
    command
        .add_option("--processes", processes,
                    "Train on so many processes of this machine, each with its share of every "
                    "batch (train.processes)")
        ->check(CLI::Range(1, 1024));
}

ExitCode followLaunched(const RankPlace& place, const std::optional<Config>& config,
                        const std::filesystem::path& token_folder) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        std::signal(signal, SIG_IGN);
    FollowOptions options{place, config, token_folder};
    if (config) options.config = withCorpusFrom(*config, std::filesystem::current_path());
    try {
        followRun(options);
        return ExitCode::success;
    } catch (const RankLost& lost) {
        // Beside rank 0, which says the same, one line is enough.
        if (!place.own)
            std::fprintf(stderr, "Rank %d: %s\n", place.rank, printable(lost.what()).c_str());
        return ExitCode::failure;
    }
}

}  // namespace orrery::cli
