// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <memory>
#include <vector>

#include "widgets/galaxy/projection_job.h"
#include "widgets/galaxy/render/camera.h"

namespace orrery {

struct TextQueries;

/// The queries of a text's tokens, laid out among the keys that they look for.
struct QueryCloud {
    std::vector<Vec3> places;
    std::vector<QString> pieces;            // of the tokens
    std::vector<std::vector<int>> experts;  // that each was sent to
    QString note;                           // how many, of which step, placed how
};

/// At most so many tokens are shown.
inline constexpr std::size_t most_queries = 256;

/// Of the layout's layer; nullptr when the text has none there, or they do not fit the keys.
std::shared_ptr<const QueryCloud> placeQueries(const GalaxyLayout& layout,
                                               const TextQueries& queries);
/// The points of a scene of `keys` keys that are marked with experts (ascending): their keys, and
/// the queries that were sent to one of them. `queries` may be null.
std::vector<int> pointsOfExperts(const std::vector<int>& experts, int keys,
                                 const QueryCloud* queries);
/// A key is its expert; a query stands for those that its token was sent to.
std::vector<int> expertsOfPoint(int point, int keys, const QueryCloud* queries);
/// What hovering over a query tells.
QString describeQuery(const QueryCloud& cloud, std::size_t query);

}  // namespace orrery
