// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspect/rare_table.h"

#include <QCoreApplication>
#include <algorithm>
#include <tuple>
#include <utility>

#include "core/analysis/rare_experts.h"

namespace orrery {

namespace {

struct RareWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::RareExperts)
};

constexpr std::size_t kMostRare = 500;

}  // namespace

FactTable rareExpertsOfRun(const RunData& run) {
    FactTable table{
        RareWords::tr("Experts with a usage state below theta: their keys decay"),
        {RareWords::tr("Layer"), RareWords::tr("Expert"), RareWords::tr("Since step"),
         RareWords::tr("Until step"), RareWords::tr("Snapshots"), RareWords::tr("Usage state")},
        {},
        {},
        -1};
    if (!run.info()) return table;
    const KeysConfig& keys = run.info()->config.keys;
    std::vector<std::pair<int, RareExpert>> all;
    for (int layer = 0; layer < run.layerCount(); ++layer)
        for (const RareExpert& stretch :
             rareStretches(run.usageStates(layer), keys.theta, keys.theta_percentile))
            all.emplace_back(layer, stretch);
    std::ranges::stable_sort(all, std::ranges::greater{}, [](const auto& one) {
        return std::tuple(one.second.now, one.second.snapshots);
    });
    if (all.size() > kMostRare)
        table.title += RareWords::tr(" (%1 of %2 stretches)").arg(kMostRare).arg(all.size());
    for (const auto& [layer, stretch] : all) {
        if (table.rows.size() == kMostRare) break;
        table.rows.push_back({QString::number(layer), QString::number(stretch.expert),
                              QString::number(stretch.since),
                              stretch.now ? RareWords::tr("now") : QString::number(stretch.last),
                              QString::number(stretch.snapshots),
                              QString::number(stretch.usage, 'g', 3)});
        table.experts.push_back({stretch.expert});
    }
    return table;
}

}  // namespace orrery
