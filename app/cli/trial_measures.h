// SPDX-License-Identifier: GPL-3.0-or-later
// What a trained trial is measured by, by its newest checkpoint and no other. Names of the figures:
// core/README.md, section 12.
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/study/expression.h"

namespace orrery::cli {

/// The newest value of every scalar of the run, its parameters, and each number of its
/// configuration under its key.
void measureRun(const std::filesystem::path& run, Metrics& metrics);
/// after/PHASE/DOMAIN: loss over the validation stories of each domain; bits per byte beside it.
void measureDomains(const std::filesystem::path& run, const std::string& phase,
                    const std::vector<std::string>& domains, Metrics& metrics);
/// val/word_perplexity, val/words
void measureWords(const std::filesystem::path& run, const std::string& counting, Metrics& metrics);
/// The checkpoint reads the domains in turn, once with its keys held and once with moving keys:
/// stream/frozen/before, /at, /after, /old and the same of active; every batch into `csv`.
void measureStream(const std::filesystem::path& run, const std::vector<std::string>& domains,
                   const std::filesystem::path& csv, Metrics& metrics);
/// analysis/layerN/silhouette ...: the layers of `orrery-cli analyze`; with domains also
/// analysis/reuse/A/B and analysis/guild_reuse/A/B.
void measureAnalysis(const std::filesystem::path& run, const std::vector<std::string>& domains,
                     Metrics& metrics);
/// analysis/carried/PHASE; phases: name and run, in their order, each on a domain of its own.
void measureCarried(const std::vector<std::pair<std::string, std::filesystem::path>>& phases,
                    Metrics& metrics);
/// guilds/own_minus_others, guilds/random_own_minus_others, guilds/change, guilds/random_change,
/// guilds/harmful, guilds/count: what the removal of the run's guilds does.
void measureGuilds(const std::filesystem::path& run, Metrics& metrics);
/// search/exact_ms, /hnsw_ms, /build_ms and search/layerN/recall, with the run's keys and queries.
void measureSearch(const std::filesystem::path& run, Metrics& metrics);

}  // namespace orrery::cli
