// SPDX-License-Identifier: GPL-3.0-or-later
// How the processes that train a run share its time: values, and their drawing.
#pragma once
#include <QSizeF>
#include <QString>
#include <vector>

#include "core/runs/rank_sites.h"
#include "widgets/palette/chart_theme.h"

class QPainter;

namespace orrery {

class RunData;

struct RankTime {
    RankSite site;
    double waiting = 0;  // share of the time, 0..1, in which it waits for others and sends
};

struct RanksPicture {
    std::vector<RankTime> ranks;   // by rank; empty for a run of one process
    double tokens_per_second = 0;  // of all together; not a number while unknown
    double communication = 0;      // mean of the ranks' shares
    double bytes = 0;              // that a rank gives in a step
    int straggler = -1;            // the rank that the others wait for; -1 = nobody stands out
    double excess = 0;             // by how much their share is larger than its own

    int hosts() const;
};

/// Of the last few reports of a run: those since its ranks are `sites`. Nothing while it has told
/// nothing of them.
RanksPicture ranksPicture(const RunData& data, const std::vector<RankSite>& sites);

/// "2 ranks on 1 host: 12 345 tokens/s in all, ..."; then who is a straggler.
QString describeRanks(const RanksPicture& picture);
/// rank,host,device,threads,waiting,straggler
QString ranksCsv(const RanksPicture& picture);
/// A bar for each rank. The picture is not empty.
void paintRanks(QPainter& painter, const QSizeF& size, const RanksPicture& picture,
                const ChartTheme& theme);

}  // namespace orrery
