// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/query_cloud.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <span>

#include "core/analysis/placement.h"
#include "core/analysis/run_analysis.h"
#include "widgets/palette/visible_text.h"
#include "widgets/run/run_tables.h"
#include "widgets/status/core_words.h"

namespace orrery {
namespace {

struct QueryWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::QueryCloud)
};

QString noteOn(const TextQueries& queries, std::size_t shown, std::size_t all, bool linear) {
    QString note =
        QueryWords::tr("Queries of %1 of %n tokens (step %2)", nullptr, static_cast<int>(all))
            .arg(shown)
            .arg(queries.step);
    note += linear ? QueryWords::tr(": projected by the same map as the keys")
                   : QueryWords::tr(
                         ": each at the mean of its %1 nearest keys, weighted by "
                         "1 / distance²")
                         .arg(kPlacementNeighbors);
    if (!queries.stand_in.empty()) note += u' ' + coreText(queries.stand_in);
    return note;
}

}  // namespace

std::shared_ptr<const QueryCloud> placeQueries(const GalaxyLayout& layout,
                                               const TextQueries& queries) {
    const RoutedText& text = queries.text;
    const auto layer = static_cast<std::size_t>(layout.keys->layer);
    const auto width = static_cast<std::size_t>(layout.keys->dimensions);
    if (layer >= text.layers.size() || text.layers[layer].queries.empty() ||
        text.layers[layer].queries.size() % width != 0 || text.experts != layout.keys->experts)
        return nullptr;
    const RoutedLayer& routed = text.layers[layer];
    const std::size_t count = std::min(most_queries, routed.queries.size() / width);
    const std::vector<float> places = placeInProjection(
        layout.projection, layout.keys->keys, std::span(routed.queries).first(count * width),
        layout.keys->dimensions, layout.request.options.metric);
    auto cloud = std::make_shared<QueryCloud>();
    const auto d = static_cast<std::size_t>(layout.projection.dimensions);
    const Selections selections = text.selections(layer);
    for (std::size_t i = 0; i < count; ++i) {
        const float* at = places.data() + i * d;
        cloud->places.push_back({at[0], at[1], d > 2 ? at[2] : 0.0});
        cloud->pieces.push_back(
            visibleText(text.pieces.at(static_cast<std::size_t>(text.token_ids[i]))));
        const auto chosen = selections.of(i);
        cloud->experts.emplace_back(chosen.begin(), chosen.end());
    }
    cloud->note = noteOn(queries, count, text.token_ids.size(), isLinear(layout.projection));
    return cloud;
}

std::vector<int> pointsOfExperts(const std::vector<int>& experts, int keys,
                                 const QueryCloud* queries) {
    std::vector<int> points = experts;
    if (experts.empty() || !queries) return points;
    for (std::size_t i = 0; i < queries->experts.size(); ++i)
        if (std::ranges::any_of(queries->experts[i], [&](int expert) {
                return std::ranges::binary_search(experts, expert);
            }))
            points.push_back(keys + static_cast<int>(i));
    return points;
}

std::vector<int> expertsOfPoint(int point, int keys, const QueryCloud* queries) {
    if (point < keys) return {point};
    const auto query = static_cast<std::size_t>(point - keys);
    return queries && query < queries->experts.size() ? queries->experts[query]
                                                      : std::vector<int>{};
}

QString describeQuery(const QueryCloud& cloud, std::size_t query) {
    if (query >= cloud.places.size()) return {};
    QStringList experts;
    for (const int expert : cloud.experts[query])
        experts << QString::number(expert);
    return QueryWords::tr("Query of token %1: “%2”\nRouted to experts %3")
        .arg(QString::number(query + 1), cloud.pieces[query], experts.join(QStringLiteral(", ")));
}

}  // namespace orrery
