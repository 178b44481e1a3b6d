// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/ranks/rank_meter.h"

#include <algorithm>

namespace orrery {

std::vector<std::pair<std::string, double>> RankMeter::take(std::int64_t step) {
    if (ranks_.alone()) return {};
    const RankTraffic traffic = ranks_.traffic();
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> time = now - time_;
    const double share = (traffic.seconds - last_.seconds) / time.count();
    const auto bytes = static_cast<double>(traffic.bytes - last_.bytes);
    const bool first = step_ < 0 || step <= step_;
    const auto steps = static_cast<double>(step - step_);
    last_ = traffic;
    time_ = now;
    step_ = step;
    const auto shares = ranks_.gather(at::full({1}, share, at::kDouble));
    if (first) return {};
    std::vector<std::pair<std::string, double>> values;
    double sum = 0;
    std::size_t slowest = 0;
    for (std::size_t rank = 0; rank < shares.size(); ++rank) {
        const double waiting = shares[rank].item<double>();
        values.emplace_back("rank" + std::to_string(rank) + "/waiting", waiting);
        sum += waiting;
        if (waiting < shares[slowest].item<double>()) slowest = rank;
    }
    values.emplace_back("ranks/communication", sum / static_cast<double>(shares.size()));
    values.emplace_back("ranks/bytes", bytes / steps);
    values.emplace_back("ranks/slowest", static_cast<double>(slowest));
    return values;
}

}  // namespace orrery
