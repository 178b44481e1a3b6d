// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/rank_sites.h"

#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/runs/database/run_reader.h"
#include "core/runs/run_folder.h"

namespace orrery {

std::string toJson(const std::vector<RankSite>& sites) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const RankSite& site : sites)
        all.push_back({{"host", site.host}, {"device", site.device}, {"threads", site.threads}});
    return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<RankSite> parseRankSites(const std::string& json) {
    try {
        std::vector<RankSite> sites;
        for (const auto& site : nlohmann::json::parse(json))
            sites.push_back({site.at("host").get<std::string>(),
                             site.at("device").get<std::string>(), site.at("threads").get<int>()});
        return sites;
    } catch (const nlohmann::json::exception& error) {
        throw Error("What the run stored of its ranks can't be read: " + std::string(error.what()) +
                    ".");
    }
}

std::vector<RankSite> readRankSites(const std::filesystem::path& run_folder) {
    const auto meta = RunReader(RunFolder{run_folder}.databaseFile()).meta();
    const auto found = meta.find(kRankSitesKey);
    return found == meta.end() ? std::vector<RankSite>() : parseRankSites(found->second);
}

}  // namespace orrery
