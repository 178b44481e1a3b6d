// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/selection.h"

#include <algorithm>
#include <utility>

namespace orrery {

bool ExpertSelection::contains(int of_layer, int expert) const {
    return layer == of_layer && std::ranges::binary_search(experts, expert);
}

void Selection::select(ExpertSelection experts) {
    std::ranges::sort(experts.experts);
    const auto twice = std::ranges::unique(experts.experts);
    experts.experts.erase(twice.begin(), twice.end());
    if (experts.experts.empty()) experts.layer = 0;
    if (experts == chosen_) return;
    chosen_ = std::move(experts);
    marked_.reset();
    if (!chosen_.experts.empty()) marked_ = ExpertId{chosen_.layer, chosen_.experts.front()};
    Q_EMIT changed();
}

void Selection::markExpert(std::optional<ExpertId> expert) {
    if (expert)
        select({expert->layer, {expert->expert}});
    else
        select({});
}

void Selection::clear() {
    chosen_ = {};
    marked_.reset();
}

}  // namespace orrery
