// SPDX-License-Identifier: GPL-3.0-or-later
// How a layer's experts were used over a run: experts by time as colored cells.
#pragma once
#include <QSizeF>
#include <QString>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/analysis/rare_experts.h"
#include "core/events/events.h"
#include "widgets/palette/chart_theme.h"

class QPainter;

namespace orrery {

/// Of each interval of counting, the share of each expert.
struct UsageFilm {
    int layer = 0;
    std::vector<std::int64_t> steps;           // [columns] where an interval ends
    std::vector<int> order;                    // [E] the experts, the most used first
    std::vector<std::vector<double>> columns;  // [columns][E] by place in `order`
    /// [E] by place in `order`: first and last column of each stretch in which its usage state was
    /// below theta.
    std::vector<std::vector<std::pair<std::size_t, std::size_t>>> rare;
    bool isRare(std::size_t row, std::size_t column) const;
};

UsageFilm usageFilm(const std::vector<Usage>& history, int layer,
                    const std::vector<RareExpert>& rare = {});
/// layer, step, expert, share, below_theta (0 or 1)
QString usageFilmCsv(const UsageFilm& film);
/// Experts of `marked` have a line beside them. Where rows are many, each drawn one shows its
/// highest.
void paintUsageFilm(QPainter& painter, const QSizeF& size, const UsageFilm& film,
                    const std::vector<int>& marked, const ChartTheme& theme);

}  // namespace orrery
