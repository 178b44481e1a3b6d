// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/ranks/rank_orders.h"

#include <sstream>

#include "core/config/fields.h"
#include "core/train/live_settings.h"

namespace orrery {
namespace {

/// "train.learning_rate=0.0006\n" of each live field.
std::string liveSettings(const Config& config) {
    std::string text;
    for (const Field& field : fields())
        if (field.live) text += field.key + '=' + formatFieldValue(field.get(config)) + '\n';
    return text;
}

}  // namespace

void RankLead::give(RankOrder order, const Config& config) {
    if (ranks_.alone()) return;
    const std::string now = liveSettings(config);
    const bool changed = first_ || now != told_;
    at::Tensor head =
        at::tensor({static_cast<std::int64_t>(order), std::int64_t{changed}}, at::kLong);
    ranks_.broadcast(head);
    if (changed) ranks_.broadcast(now);
    told_ = now;
    first_ = false;
}

RankOrder nextOrder(const Ranks& ranks, Config& config) {
    at::Tensor head = at::zeros({2}, at::kLong);
    ranks.broadcast(head);
    if (head[1].item<std::int64_t>() != 0) {
        std::istringstream lines(ranks.broadcast(std::string()));
        for (std::string line; std::getline(lines, line);) {
            const std::size_t equals = line.find('=');
            config = withLiveSetting(config, line.substr(0, equals), line.substr(equals + 1));
        }
    }
    return static_cast<RankOrder>(head[0].item<std::int64_t>());
}

}  // namespace orrery
