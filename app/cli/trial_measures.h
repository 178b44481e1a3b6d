// SPDX-License-Identifier: GPL-3.0-or-later
// What a trained trial is measured by, by its newest checkpoint and no other. Names of the figures:
// core/README.md, section 12.
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/study/expression.h"
#include "core/study/study.h"

namespace orrery::cli {

/// The newest value of every scalar of the run, its parameters, and each number of its
/// configuration under its key.
void measureRun(const std::filesystem::path& run, Metrics& metrics);
/// Opens every text as measureDomains() and measureStream() will, for a run of this configuration:
/// what can't be read is told before the run is trained. Throws Error.
void requireReadable(const Config& config, const std::vector<TrialText>& texts);
/// after/PHASE/DOMAIN: loss over the validation documents of each text; bits per byte beside it.
void measureDomains(const std::filesystem::path& run, const std::string& phase,
                    const std::vector<TrialText>& domains, Metrics& metrics);
/// val/word_perplexity, val/words
void measureWords(const std::filesystem::path& run, const std::string& counting, Metrics& metrics);
/// The checkpoint reads the texts in turn, once with its keys held and once with moving keys:
/// stream/frozen/before, /at, /after, /old and the same of active; every batch into `csv`.
void measureStream(const std::filesystem::path& run, const std::vector<TrialText>& domains,
                   const std::filesystem::path& csv, Metrics& metrics);
/// analysis/layerN/silhouette ...: the layers of `orrery-cli analyze`; with domains also
/// analysis/reuse/A/B and analysis/guild_reuse/A/B.
void measureAnalysis(const std::filesystem::path& run, const std::vector<TrialText>& domains,
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
