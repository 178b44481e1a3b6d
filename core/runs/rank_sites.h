// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace orrery {

/// Where one of the processes trains that train a run together.
struct RankSite {
    std::string host;
    std::string device;  // "cpu", "cuda:0"
    int threads = 0;
};

/// The key of the run database's `meta` that holds them as JSON.
inline constexpr const char* kRankSitesKey = "rank_sites";

std::string toJson(const std::vector<RankSite>& sites);
/// Throws Error for what toJson() does not write.
std::vector<RankSite> parseRankSites(const std::string& json);
/// Of a stored or live run, by rank, as it trained last; empty for one of one process. Throws Error
/// when its database can't be read.
std::vector<RankSite> readRankSites(const std::filesystem::path& run_folder);

}  // namespace orrery
