// SPDX-License-Identifier: GPL-3.0-or-later
// The key stores that the cells of a study ended with, beside each other.
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/study/study_table.h"

namespace orrery {

/// The keys of one layer [E], projected to two dimensions.
struct KeyCloud {
    std::vector<float> points;  // [E, 2], centered, largest radius 1
    std::vector<int> clusters;  // [E], 0 is the largest cluster
    int layer = 0;
};

struct NamedCloud {
    std::string name;
    std::shared_ptr<const KeyCloud> cloud;
};

struct KeyClouds {
    std::string title, caption;
    std::size_t columns = 1;  // so many beside each other
    std::vector<NamedCloud> clouds;
};

/// Projects the keys of finished runs, each once. One thread at a time.
class KeyCloudReader {
public:
    /// Of each cell's first trial the middle layer at the last snapshot, by UMAP (seconds for
    /// thousands of keys), colored by k-means; 36 at most. Runs that can't be read, or have fewer
    /// than 4 keys, are left out. Throws Cancelled when `cancelled` says so.
    KeyClouds read(const StudyTable& table, const std::filesystem::path& study_folder,
                   const std::function<bool()>& cancelled = {});

private:
    std::shared_ptr<const KeyCloud> cloudOf(const std::filesystem::path& run,
                                            const std::function<bool()>& cancelled);

    std::map<std::filesystem::path, std::shared_ptr<const KeyCloud>> known_;
};

/// cell, expert, x, y, cluster
std::string keyCloudsCsv(const KeyClouds& clouds);

}  // namespace orrery
